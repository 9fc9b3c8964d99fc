import { z } from 'zod'
import { adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { deliveryStates, disabledReasons, MAX_REPLAYS, subscribedEventTypes, webhookEventTypes } from './event-types.ts'

const SubscribedEvent = z.enum(subscribedEventTypes)
const EventType = z.enum(webhookEventTypes)
const State = z.enum(deliveryStates)

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(SubscribedEvent),
  enabled: z.boolean(),
  /** Why the server disabled it. Null when an admin did, or while it is enabled. */
  disabledReason: z.enum(disabledReasons).nullable(),
  /** The first failed attempt since the last success. */
  failingSince: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Null when the secret was lost with its encryption key: rotate it. */
  secretCreatedAt: z.iso.datetime().nullable(),
  /** Until when the previous secret signs too. */
  previousSecretUntil: z.iso.datetime().nullable(),
  lastDelivery: z.object({ at: z.iso.datetime(), state: State, status: z.int().nullable() }).nullable(),
  /** Of the last 100 deliveries that ended. */
  recent: z.object({ ended: z.int(), failed: z.int() }),
  pending: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

const Written = z.object({
  url: z.string().trim().min(1).max(2000),
  description: z.string().trim().max(200).default(''),
  events: z.array(SubscribedEvent).min(1, 'Choose at least one event.'),
  enabled: z.boolean().default(true),
})
export type WrittenWebhook = z.infer<typeof Written>

export const WebhookDelivery = z.object({
  id: z.int(),
  webhookId: z.string(),
  /** The webhook-id header: the same for every attempt and replay of one event. */
  eventId: z.string(),
  type: EventType,
  state: State,
  replay: z.boolean(),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** The next attempt. Null when the delivery ended. */
  dueAt: z.iso.datetime().nullable(),
  lastAt: z.iso.datetime().nullable(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookAttempt = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  durationMs: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  /** The first 2 KB. */
  response: z.string(),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  url: z.string(),
  body: z.string(),
  attemptLog: z.array(WebhookAttempt),
})
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

export const deliverySorts = ['at'] as const

const WebhookParams = z.object({ id: Id })
const DeliveryId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Outcome = z.object({
  id: z.int(),
  refused: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export const webhookEndpoints = {
  'GET /api/admin/webhooks': {
    access: 'admin',
    scope: 'webhooks:read',
    says: 'Lists all webhook endpoints, oldest first.',
    reply: z.array(Webhook),
  },
  'POST /api/admin/webhooks': {
    access: 'admin',
    scope: 'webhooks:write',
    says: 'Creates a webhook endpoint. The reply is the only one that contains its signing secret.',
    body: Written,
    reply: z.object({ webhook: Webhook, secret: z.string() }),
  },
  'GET /api/admin/webhooks/{id}': {
    access: 'admin',
    scope: 'webhooks:read',
    says: 'Returns a webhook endpoint.',
    params: WebhookParams,
    reply: Webhook,
  },
  'PUT /api/admin/webhooks/{id}': {
    access: 'admin',
    scope: 'webhooks:write',
    says: 'Updates a webhook endpoint. Disabling it ends its pending deliveries, which can be replayed later.',
    params: WebhookParams,
    body: Written.extend({ version: z.int() }),
    reply: Webhook,
  },
  'DELETE /api/admin/webhooks/{id}': {
    access: 'admin',
    scope: 'webhooks:write',
    says: 'Deletes a webhook endpoint with its delivery log.',
    params: WebhookParams,
    reply: z.object({}),
  },
  'POST /api/admin/webhooks/{id}/secret': {
    access: 'admin',
    says: 'Rotates the signing secret. The previous one also signs for 24 hours, unless it is revoked now.',
    params: WebhookParams,
    body: z.object({ revoke: z.boolean().default(false) }),
    reply: z.object({ webhook: Webhook, secret: z.string() }),
  },
  'POST /api/admin/webhooks/{id}/test': {
    access: 'admin',
    scope: 'webhooks:write',
    says: 'Sends a test event to the endpoint now, once, and returns the result.',
    params: WebhookParams,
    reply: WebhookDelivery.extend({ response: z.string() }),
  },
  'POST /api/admin/webhooks/{id}/replay-failed': {
    access: 'admin',
    scope: 'webhooks:write',
    says: `Replays up to ${MAX_REPLAYS} failed deliveries, oldest first, that were not replayed since.`,
    params: WebhookParams,
    reply: z.object({ replayed: z.int(), more: z.boolean() }),
  },
  'GET /api/admin/webhooks/{id}/deliveries': {
    access: 'admin',
    scope: 'webhooks:read',
    says: 'Lists the deliveries of an endpoint of the last 30 days, newest first.',
    params: WebhookParams,
    query: adminListQuery(deliverySorts)
      .omit({ q: true })
      .extend({ state: State.optional(), type: EventType.optional() }),
    reply: pageOf(WebhookDelivery),
  },
  'GET /api/admin/webhook-deliveries/{id}': {
    access: 'admin',
    scope: 'webhooks:read',
    says: 'Returns a delivery with its body and every attempt.',
    params: z.object({ id: DeliveryId }),
    reply: WebhookDeliveryDetail,
  },
  'POST /api/admin/webhook-deliveries/replay': {
    access: 'admin',
    scope: 'webhooks:write',
    says: 'Sends deliveries again, each as a new delivery with the same webhook-id.',
    body: z.object({ ids: z.array(z.int().min(1)).min(1).max(100) }),
    reply: z.array(Outcome),
  },
} satisfies EndpointTable
