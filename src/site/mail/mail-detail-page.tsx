import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { MailDetail } from '#contract/mail/mail.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, usePageData } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { mailDetailData } from './mail-detail-data.ts'
import { MailStateBadge, describeKind } from './mail-state.tsx'

export default function MailDetailPage() {
  const { mail } = usePageData<typeof mailDetailData>()
  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <Link to="/admin/mail" className="text-sm text-primary-800 underline underline-offset-4">
        All mail
      </Link>
      <h1 className="mt-3 font-serif text-2xl font-semibold wrap-anywhere" dir="auto">
        {mail.subject}
      </h1>
      <Facts mail={mail} />
      <SendAgain key={mail.id} mail={mail} />
      <Content mail={mail} />
    </div>
  )
}

function Facts({ mail }: { mail: MailDetail }) {
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr] [&>dt]:text-gray-600">
      <dt>Recipient</dt>
      <dd className="wrap-anywhere" dir="ltr">
        {mail.to}
      </dd>
      <dt>State</dt>
      <dd>
        <MailStateBadge state={mail.state} />
      </dd>
      <dt>Kind</dt>
      <dd>{describeKind(mail.kind)}</dd>
      <dt>Created</dt>
      <dd>
        <Time at={mail.createdAt} />
      </dd>
      {mail.sentAt && (
        <>
          <dt>Delivered</dt>
          <dd>
            <Time at={mail.sentAt} />
          </dd>
        </>
      )}
      {mail.problem && (
        <>
          <dt>Last error</dt>
          <dd className="wrap-anywhere text-danger-800">
            {mail.problem} ({mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`})
          </dd>
        </>
      )}
    </dl>
  )
}

function SendAgain({ mail }: { mail: MailDetail }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  if (mail.cannotSend) return <p className="mt-5 max-w-reading text-sm text-gray-600">{mail.cannotSend}</p>

  async function send() {
    setBusy(true)
    try {
      const [outcome] = await api('POST /api/admin/mail/send', { body: { ids: [mail.id] } })
      if (outcome?.refused) await toast({ tone: 'danger', title: 'Not sent', description: outcome.refused.message })
      else await toast({ tone: 'success', title: 'The email will be sent again' })
      await revalidate()
    } catch (error) {
      await toast({ tone: 'danger', title: 'Not sent', description: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-5">
      <Button busy={busy} onClick={() => void send()}>
        Send again
      </Button>
    </div>
  )
}

function Content({ mail: { content, redacted, subject, sentAt } }: { mail: MailDetail }) {
  if (!content) {
    return (
      <div className="mt-8">
        <Banner>
          {sentAt
            ? 'The text was deleted after delivery, because it contained a link that opens an account.'
            : 'The text is not shown, because it contains a link that opens an account.'}
        </Banner>
      </div>
    )
  }
  return (
    <div className="mt-8 grid gap-8">
      {redacted && <Banner>Personal links and codes are hidden.</Banner>}
      <section>
        <h2 className="font-medium">Preview</h2>
        {/* An empty sandbox: no scripts, forms, popups or access to this page. */}
        <iframe
          sandbox=""
          title={`Preview of ${subject}`}
          srcDoc={content.html}
          className="mt-3 h-[28rem] w-full rounded-md border border-gray-200 bg-white"
        />
      </section>
      <section>
        <h2 className="font-medium">Plain text</h2>
        <pre className="mt-3 rounded-md bg-gray-50 p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap" dir="auto">
          {content.text}
        </pre>
      </section>
    </div>
  )
}
