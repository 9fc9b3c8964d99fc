import { Form } from 'react-router'
import type { Mail } from '#contract/mail.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { Time } from '#site/ui/time.tsx'
import type { mailData } from './mail-data.ts'

export default function MailPage() {
  const { items, next, first, to } = usePageData<typeof mailData>()
  const address = (before: string | null) => {
    const query = new URLSearchParams({ ...(to && { to }), ...(before && { before }) }).toString()
    return query ? `/admin/mail?${query}` : '/admin/mail'
  }
  return (
    <div className="max-w-4xl py-10">
      <h1 className="font-serif text-2xl font-semibold">Mail</h1>
      <p className="mt-3 max-w-reading text-gray-600">
        Mail sent by the site, newest first. Without a mail server (SMTP), mail is not delivered. It is stored here with
        its links, so that you can pass them on yourself.
      </p>
      <Filter key={to} to={to} />
      {items.length === 0 && (
        <EmptyState icon="mail" title={to ? 'No mail to this address' : 'No mail yet'}>
          {to ? 'Try another address or clear the filter.' : 'Mail appears here when someone signs up.'}
        </EmptyState>
      )}
      <ul className="mt-4">
        {items.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <Pagination label="More mail" first={first ? null : address(null)} next={next && address(next)} />
    </div>
  )
}

function Filter({ to }: { to: string }) {
  return (
    <search>
      <Form action="/admin/mail" className="mt-6 flex flex-wrap gap-3">
        <input
          name="to"
          type="search"
          aria-label="Address"
          placeholder="name@example.com"
          defaultValue={to}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className={`min-h-11 max-w-xs flex-1 basis-56 ${controlLook}`}
        />
        <Button type="submit" tone="quiet">
          Filter
        </Button>
        {to && (
          <ButtonLink to="/admin/mail" tone="plain">
            Clear
          </ButtonLink>
        )}
      </Form>
    </search>
  )
}

function MailRow({ mail: { kind, to, subject, link, code, createdAt, sentAt, problem } }: { mail: Mail }) {
  return (
    <li className="grid grid-cols-1 gap-1.5 border-t border-gray-200 py-5" data-kind={kind}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium text-gray-900" dir="auto">
          {subject}
        </h2>
        <Time at={createdAt} className="text-sm text-gray-600" />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-gray-600">
        <span className="wrap-anywhere" dir="ltr">
          {to}
        </span>
        <State sentAt={sentAt} problem={problem} />
      </div>
      {problem && <p className="text-sm break-words text-danger-800">{problem}</p>}
      {(link ?? code) && <Handover text={link ?? code ?? ''} />}
    </li>
  )
}

function State({ sentAt, problem }: Pick<Mail, 'sentAt' | 'problem'>) {
  if (sentAt) return <Badge tone="primary">Delivered</Badge>
  return problem ? <Badge tone="danger">Failed</Badge> : <Badge>Not delivered</Badge>
}

function Handover({ text }: { text: string }) {
  return (
    <div className="mt-1 flex items-center gap-3 rounded-md bg-gray-50 py-1.5 ps-3 pe-1.5">
      <code className="min-w-0 flex-1 truncate font-mono text-sm text-gray-700" dir="ltr">
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  )
}
