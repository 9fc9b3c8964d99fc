import type { DeliveryState } from '#contract/webhooks/event-types.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { Badge } from '#site/ui/badge.tsx'

/** The most pending deliveries that the server counts. */
const MAX_COUNTED = 1000

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabledReason, failingSince } = webhook
  if (!enabled) return <Badge tone={disabledReason ? 'danger' : 'neutral'}>Disabled</Badge>
  return failingSince ? <Badge tone="warning">Failing</Badge> : <Badge tone="primary">Enabled</Badge>
}

const stateNames: Record<DeliveryState, string> = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' }
const stateTones = { pending: 'neutral', delivered: 'primary', failed: 'danger' } as const

export function DeliveryBadge({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>) {
  if (state === 'pending' && attempts > 0) return <Badge tone="warning">Retrying</Badge>
  return <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
}

export function describeFailures({ ended, failed }: Webhook['recent']) {
  if (ended === 0) return 'No deliveries yet'
  if (failed === 0) return `None of the last ${ended} failed`
  return `${Math.max(1, Math.round((100 * failed) / ended))}% of the last ${ended} failed`
}

export function describePending(pending: number) {
  return pending >= MAX_COUNTED ? `${MAX_COUNTED.toLocaleString('en')}+ pending` : `${pending} pending`
}

/** “200 in 34 ms”, or why there was no response. */
export function describeResult({
  status,
  error,
  durationMs,
}: Pick<WebhookDelivery, 'status' | 'error' | 'durationMs'>) {
  if (status === null) return error ?? 'Not sent yet'
  return durationMs === null ? `Status ${status}` : `Status ${status} in ${durationMs.toLocaleString('en')} ms`
}

/** What names a webhook on screen: its description, or its host. */
export function nameOf({ description, url }: Pick<Webhook, 'description' | 'url'>) {
  return description || (URL.canParse(url) ? new URL(url).host : url)
}

export function describeEvents({ events }: Pick<Webhook, 'events'>, all: number) {
  if (events.length === all) return 'All events'
  return events.length > 3 ? `${events.slice(0, 3).join(', ')} and ${events.length - 3} more` : events.join(', ')
}
