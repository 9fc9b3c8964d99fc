/** In a file without zod, so that pages do not bundle it. */
type EventGroup = { name: string; events: readonly { type: string; says: string }[] }

/** Every event that an endpoint can subscribe to, as the form shows them. A new one also needs an entry in `payloads.ts`. */
export const webhookEventGroups = [
  {
    name: 'Stories',
    events: [
      { type: 'story.published', says: 'A story becomes public, also after it was unpublished or removed.' },
      { type: 'story.updated', says: 'The text, details or byline of a published story change.' },
      { type: 'story.unpublished', says: 'A story is unpublished or moved to the trash.' },
      { type: 'story.removed', says: 'An editor removes a story.' },
    ],
  },
  {
    name: 'Responses',
    events: [
      { type: 'response.created', says: 'A response becomes visible, also after it was held or hidden.' },
      { type: 'response.updated', says: 'The text of a visible response changes.' },
      { type: 'response.hidden', says: 'A response is hidden, or held for review again.' },
      { type: 'response.deleted', says: 'A response is deleted.' },
    ],
  },
  {
    name: 'People',
    events: [
      { type: 'person.created', says: 'A person joins.' },
      { type: 'person.updated', says: 'A public profile changes, or a disabled account is enabled again.' },
      { type: 'person.disabled', says: 'An account is disabled.' },
      { type: 'person.deleted', says: 'An account is deleted.' },
    ],
  },
  {
    name: 'Membership',
    events: [
      { type: 'membership.started', says: 'A person becomes a member, with a trial or a payment.' },
      {
        type: 'membership.changed',
        says: 'A membership switches plans, fails to renew, recovers, is cancelled or resumed.',
      },
      { type: 'membership.ended', says: 'A membership ends.' },
    ],
  },
] as const satisfies readonly EventGroup[]

export type SubscribedEventType = (typeof webhookEventGroups)[number]['events'][number]['type']

/** Sent by the test button to one endpoint, whatever it subscribes to. */
export const TEST_EVENT = 'test.ping'
export type WebhookEventType = SubscribedEventType | typeof TEST_EVENT

export const subscribedEventTypes: readonly SubscribedEventType[] = webhookEventGroups.flatMap(({ events }) =>
  events.map(({ type }) => type),
)
export const webhookEventTypes: readonly WebhookEventType[] = [...subscribedEventTypes, TEST_EVENT]

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why the server disabled an endpoint: it answered 410 Gone, or every attempt failed for days. */
export const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const MAX_WEBHOOKS = 50
/** How long the previous secret stays valid after a rotation. */
export const SECRET_OVERLAP_HOURS = 24
export const DELIVERY_RETENTION_DAYS = 30
/** Deliveries that one bulk replay sends again. */
export const MAX_REPLAYS = 1000
