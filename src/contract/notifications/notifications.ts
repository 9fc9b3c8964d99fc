import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { notificationFilters } from './filters.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, PageQuery, pageOf } from '#contract/shapes.ts'

export const notificationKinds = [
  'follow',
  'response',
  'reply',
  'mention',
  'like',
  'response-like',
  'story',
  'review',
  'byline',
  'submission',
  'assignment',
  'note',
  'approval',
  'moderation',
  'membership',
  'berries',
  'reward',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What people can unsubscribe from. */
export const mailKinds = [...notificationKinds, 'weekly-summary'] as const
export type MailKind = (typeof mailKinds)[number]

export const NotificationDetail = z.object({
  /** What happened to a membership, gift or reward. The outcome of a review or byline change, with the note. For a submission, `update` if the story is published. */
  outcome: z.string().optional(),
  note: z.string().optional(),
  /** The reason of a moderation decision, and the end of a ban. */
  reason: z.string().optional(),
  until: z.iso.datetime().optional(),
  /** The number of berries received. */
  berries: z.int().optional(),
  /** The name of a redeemed reward. */
  reward: z.string().optional(),
  /** The number of submitted stories, if there are several. */
  stories: z.int().optional(),
})
export type NotificationDetail = z.infer<typeof NotificationDetail>

export const Notification = z.object({
  id: z.string(),
  /** Increases with every change of the list. The live stream resumes after the last seq received. */
  seq: z.int(),
  kind: z.enum(notificationKinds),
  /** The latest actors, newest first. */
  actors: z.array(PersonCard),
  actorCount: z.int(),
  /** Null when the recipient can no longer see it. */
  story: z.object({ slug: z.string(), title: z.string(), language: z.string() }).nullable(),
  response: z.object({ id: z.string(), text: z.string() }).nullable(),
  /** The path to open, relative to the site. */
  path: z.string(),
  detail: NotificationDetail,
  at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const mailFrequencies = ['now', 'daily', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]
export const Preference = z.object({
  kind: z.enum(notificationKinds),
  site: z.boolean(),
  email: z.enum(mailFrequencies),
  push: z.boolean(),
})
export type Preference = z.infer<typeof Preference>

export type ResponseChangeKind = 'new' | 'changed' | 'held' | 'gone'

/** Payloads of the live stream by event name. */
export type LiveEvents = {
  /** A new or changed notification. The event id is its seq. */
  notification: { notification: Notification; unread: number }
  /** Notifications were read in another tab. */
  unread: { unread: number; lastSeq: number }
  /**
   * A response to the open story was added or changed. `held`: only its author and the moderators can see it now.
   * `gone`: no one can. Fetch it only if you can see it.
   */
  response: { id: string; parent: string | null; change: ResponseChangeKind; responses: number }
  /** The version of the open draft, sent first and after every save. */
  draft: { articleId: string; version: number }
  /** Other people who have the draft open in the editor. */
  presence: { articleId: string; people: PersonCard[] }
}

export const notificationEndpoints = {
  'GET /api/notifications': {
    access: 'reader',
    says: 'Lists your notifications, latest first.',
    query: PageQuery.extend({ filter: z.enum(notificationFilters).default('all') }),
    reply: pageOf(Notification).extend({ unread: z.int(), lastSeq: z.int() }),
  },
  'GET /api/notifications/unread': {
    access: 'reader',
    says: 'Returns the unread count and the seq of the last change.',
    reply: z.object({ unread: z.int(), lastSeq: z.int() }),
  },
  'POST /api/notifications/read': {
    access: 'reader',
    says: 'Marks notifications as read, by id or up to a seq.',
    body: z.object({ ids: z.array(Id).min(1).max(100).optional(), upTo: z.int().min(0).optional() }),
    reply: z.object({ unread: z.int() }),
  },
  'POST /api/notifications/{id}/unread': {
    access: 'reader',
    says: 'Marks a notification as unread.',
    params: z.object({ id: Id }),
    reply: z.object({ unread: z.int() }),
  },
  'DELETE /api/notifications/{id}': {
    access: 'reader',
    says: 'Deletes a notification.',
    params: z.object({ id: Id }),
    reply: z.object({ unread: z.int() }),
  },
  'GET /api/notifications/preferences': {
    access: 'reader',
    says: 'Returns your notification preferences.',
    reply: z.object({
      preferences: z.array(Preference),
      /** Whether you get the figures of your stories by mail every week. */
      weeklySummary: z.boolean(),
      /** True if the account has a verified email address. */
      mailable: z.boolean(),
      /** The VAPID public key, and the number of subscribed browsers. */
      pushKey: z.string(),
      browsers: z.int(),
      /** Push endpoints, so that a browser can recognize its own. */
      endpoints: z.array(z.string()),
    }),
  },
  'PUT /api/notifications/preferences': {
    access: 'reader',
    says: 'Updates your notification preferences. Kinds that are left out stay unchanged.',
    body: z.object({
      preferences: z
        .array(Preference)
        .min(1)
        .max(notificationKinds.length)
        .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'List each kind once.'),
    }),
    reply: z.object({ preferences: z.array(Preference) }),
  },
  'PUT /api/notifications/weekly-summary': {
    access: 'reader',
    says: 'Turns the weekly mail with the figures of your stories on or off.',
    body: z.object({ wanted: z.boolean() }),
    reply: z.object({ weeklySummary: z.boolean() }),
  },
  'POST /api/push': {
    access: 'reader',
    says: 'Subscribes this browser to push notifications.',
    body: z.object({
      endpoint: z.url({ protocol: /^https$/ }).max(2000),
      keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
    }),
    reply: z.object({}),
  },
  'POST /api/push/end': {
    access: 'reader',
    says: 'Unsubscribes a browser from push notifications.',
    body: z.object({ endpoint: z.string().max(2000) }),
    reply: z.object({}),
  },
  'GET /api/unsubscribe/{token}': {
    access: 'anyone',
    says: 'Returns what an unsubscribe link applies to and whether it was used.',
    params: z.object({ token: z.string().max(100) }),
    reply: z.object({
      /** Null: all kinds. */
      kind: z.enum(mailKinds).nullable(),
      ended: z.boolean(),
    }),
  },
} satisfies EndpointTable
