import { useNavigate } from 'react-router'
import type { WebhookAttempt } from '#contract/webhooks/webhooks.ts'
import { Refusal } from '#contract/errors.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { type Head, type HeadArgs, useApi, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { deliveryData } from './delivery-data.ts'
import { DeliveryBadge, describeResult, nameOf } from './webhook-labels.tsx'

type Data = Awaited<ReturnType<typeof deliveryData>>

export function head({ data: { delivery }, site }: HeadArgs<Data>): Head {
  const path = `/admin/webhooks/${delivery.webhookId}/deliveries/${delivery.id}`
  return { title: `${delivery.type} · ${site.name}`, noIndex: true, path }
}

export default function DeliveryPage() {
  const { webhook, delivery } = usePageData<typeof deliveryData>()
  const { type, state, eventId, url, body, attemptLog, createdAt, dueAt, error } = delivery
  const log = `/admin/webhooks/${webhook.id}/deliveries`
  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <p className="mb-3 text-sm wrap-anywhere">
        <TextLink to={log}>Delivery log of {nameOf(webhook)}</TextLink>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="font-mono text-xl font-semibold wrap-anywhere">{type}</h1>
        {state !== 'pending' && webhook.enabled && <ReplayButton id={delivery.id} log={log} />}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-gray-600">
        <DeliveryBadge {...delivery} />
        {delivery.replay && <Badge>Replay</Badge>}
        <span>
          Created <Time at={createdAt} />
        </span>
        {dueAt && (
          <span>
            Next attempt <Time at={dueAt} />
          </span>
        )}
      </div>
      {state === 'failed' && error && (
        <div className="mt-4">
          <Banner tone="danger">{error}</Banner>
        </div>
      )}
      <Part title="Request">
        <p className="text-sm wrap-anywhere" dir="ltr">
          <span className="font-medium">POST</span> {url}
        </p>
        <p className="text-sm wrap-anywhere text-gray-600" dir="ltr">
          webhook-id: {eventId}
        </p>
        <Code label="Body of the request">{formatJson(body)}</Code>
      </Part>
      <Part title={attemptLog.length === 1 ? '1 attempt' : `${attemptLog.length} attempts`}>
        {attemptLog.length === 0 && <p className="text-sm text-gray-600">Not sent yet.</p>}
        <ol className="grid grid-cols-1 gap-6">
          {attemptLog.map((attempt, nth) => (
            <Attempt key={attempt.id} attempt={attempt} number={nth + 1} />
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 grid grid-cols-1 gap-3 border-t border-gray-200 pt-6">
      <h2 className="font-serif text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Attempt({ attempt, number }: { attempt: WebhookAttempt; number: number }) {
  const { at, status, error, response, headers } = attempt
  return (
    <li className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium">Attempt {number}</span>
        <Time at={at} className="text-gray-600" />
        <span>{describeResult(attempt)}</span>
      </p>
      {error && status !== null && <p className="text-sm wrap-anywhere text-danger-800">{error}</p>}
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-gray-700 pointer-fine:min-h-8 pointer-fine:py-1">
          Request headers
        </summary>
        <Code label={`Request headers of attempt ${number}`}>
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </Code>
      </details>
      {response && <Code label={`Response of attempt ${number}`}>{response}</Code>}
    </li>
  )
}

/** Scrolls by keyboard too. */
function Code({ label, children }: { label: string; children: string }) {
  return (
    <section tabIndex={0} aria-label={label} dir="ltr" className="max-h-96 overflow-auto rounded-md bg-gray-50 p-4">
      <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap text-gray-800">{children}</pre>
    </section>
  )
}

function ReplayButton({ id, log }: { id: number; log: string }) {
  const api = useApi()
  const navigate = useNavigate()
  const { busy, problem, run } = useAction()

  function replay() {
    void run(async () => {
      const [outcome] = await api('POST /api/admin/webhook-deliveries/replay', { body: { ids: [id] } })
      if (outcome?.refused) throw new Refusal('wrong-state', { message: outcome.refused.message })
      await navigate(log)
      await toast({ title: 'The event is sent again' })
    })
  }

  return (
    <>
      <Button busy={busy} onClick={replay}>
        Replay
      </Button>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </>
  )
}

function formatJson(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Shown as it was sent.
    return text
  }
}
