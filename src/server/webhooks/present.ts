import type { Webhook, WebhookAttempt, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { type SubscribedEventType, subscribedEventTypes } from '#contract/webhooks/event-types.ts'
import type { attemptsOf, deliveryPage, webhooks } from './queries.ts'

type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhooks>['execute']>>[number]
export type DeliveryRow = Awaited<ReturnType<typeof deliveryPage>>['shown'][number]
type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number]

export function presentWebhook(row: WebhookRow): Webhook {
  const { lastDelivery } = row
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events.filter(isSubscribed),
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    secretCreatedAt: row.secretCreatedAt?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    // Times inside JSON come from the database as text.
    lastDelivery: lastDelivery && { ...lastDelivery, at: new Date(lastDelivery.at).toISOString() },
    recent: row.recent,
    pending: row.pending,
  }
}

/** An event type of a later release is left out after a downgrade. */
function isSubscribed(type: string): type is SubscribedEventType {
  return subscribedEventTypes.some((known) => known === type)
}

export function presentDelivery(row: Omit<DeliveryRow, 'sortKey' | 'sortId'>): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: row.eventId,
    type: row.type,
    state: row.state,
    replay: row.replay,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.state === 'pending' ? row.dueAt.toISOString() : null,
    lastAt: row.lastAt?.toISOString() ?? null,
    status: row.lastStatus,
    error: row.lastError,
    durationMs: row.durationMs,
  }
}

export function presentAttempt({ id, at, durationMs, status, error, headers, response }: AttemptRow): WebhookAttempt {
  return { id, at: at.toISOString(), durationMs, status, error, headers, response }
}
