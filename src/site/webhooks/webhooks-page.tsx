import { subscribedEventTypes } from '#contract/webhooks/event-types.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { usePageData } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { WebhookState, describeEvents, describeFailures, describePending, nameOf } from './webhook-labels.tsx'
import type { webhooksData } from './webhooks-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function WebhooksPage() {
  const { webhooks } = usePageData<typeof webhooksData>()
  const add = (
    <ButtonLink to="/admin/webhooks/new">
      <Icon name="plus" size={18} />
      Add a webhook
    </ButtonLink>
  )
  return (
    <div className="max-w-4xl py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">Webhooks</h1>
        {webhooks.length > 0 && add}
      </div>
      <p className="mt-3 max-w-reading text-gray-600">
        Send events to other services when stories, responses and people change. Each request is signed, and retried for
        three days if it fails.
      </p>
      {webhooks.length === 0 ? (
        <EmptyState icon="webhook" title="No webhooks yet" action={add}>
          Add the URL of a service that should hear of new stories, responses or people.
        </EmptyState>
      ) : (
        <ul className="mt-6">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </div>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, lastDelivery, recent, pending } = webhook
  return (
    <li className="grid grid-cols-1 gap-1.5 border-t border-gray-200 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-medium wrap-anywhere">
          <Link
            to={`/admin/webhooks/${id}`}
            viewTransition
            className="text-gray-900 underline-offset-4 hover:underline"
          >
            <bdi>{nameOf(webhook)}</bdi>
          </Link>
        </h2>
        <WebhookState webhook={webhook} />
      </div>
      <p className="text-sm wrap-anywhere text-gray-600" dir="ltr">
        {url}
      </p>
      <p className="text-sm wrap-anywhere text-gray-600">{describeEvents(webhook, subscribedEventTypes.length)}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-gray-600">
        {lastDelivery && (
          <span>
            Last delivery <Time at={lastDelivery.at} />
          </span>
        )}
        <span>{describeFailures(recent)}</span>
        {pending > 0 && <span>{describePending(pending)}</span>}
        <Link
          to={`/admin/webhooks/${id}/deliveries`}
          viewTransition
          className="ms-auto inline-flex min-h-11 items-center text-primary-800 underline underline-offset-4 pointer-fine:min-h-8"
        >
          Delivery log <span className="sr-only">of {nameOf(webhook)}</span>
        </Link>
      </div>
    </li>
  )
}
