import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { notificationFilters } from './filters.ts'
import { PersonCard } from '#contract/people.ts'
import { Id, PageQuery, pageOf } from '#contract/shapes.ts'

/** All that somebody can be told. */
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
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What the kind alone does not tell: the outcome of a review, with its note. */
export const NotificationDetail = z.object({ outcome: z.string().optional(), note: z.string().optional() })
export type NotificationDetail = z.infer<typeof NotificationDetail>

export const Notification = z.object({
  id: z.string(),
  /** Rises with every change of the list; the live stream goes on after the last one that arrived. */
  seq: z.int(),
  kind: z.enum(notificationKinds),
  /** The latest few, the newest first. */
  actors: z.array(PersonCard),
  actorCount: z.int(),
  /** What it is about, as far as it can still be seen. */
  story: z.object({ slug: z.string(), title: z.string(), language: z.string() }).nullable(),
  response: z.object({ id: z.string(), text: z.string() }).nullable(),
  /** Where it leads, within the site. */
  path: z.string(),
  detail: NotificationDetail,
  at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** Mail of a kind: as it happens, once a day together, or not. */
export const mailPaces = ['now', 'daily', 'never'] as const
export type MailPace = (typeof mailPaces)[number]
export const Preference = z.object({
  kind: z.enum(notificationKinds),
  site: z.boolean(),
  email: z.enum(mailPaces),
  push: z.boolean(),
})
export type Preference = z.infer<typeof Preference>

/** What arrives on the live stream, by the name of its event. */
export type LiveEvents = {
  /** A line of the list is new or has changed. Its event id is its seq. */
  notification: { notification: Notification; unread: number }
  /** Lines were read elsewhere. */
  unread: { unread: number; lastSeq: number }
  /** A response below the story that is open is new, was changed or is gone. */
  response: { id: string; parent: string | null; change: 'new' | 'changed'; responses: number }
  /** The version of the draft that is open in the editor: at first, and whenever it was saved. */
  draft: { articleId: string; version: number }
  /** The other people who have that draft open in the editor. */
  presence: { articleId: string; people: PersonCard[] }
}

export const notificationEndpoints = {
  'GET /api/notifications': {
    access: 'reader',
    says: 'What the viewer was told, the latest first.',
    query: PageQuery.extend({ filter: z.enum(notificationFilters).default('all') }),
    reply: pageOf(Notification).extend({ unread: z.int(), lastSeq: z.int() }),
  },
  'GET /api/notifications/unread': {
    access: 'reader',
    says: 'How many lines the viewer has not read, and the number of the last change.',
    reply: z.object({ unread: z.int(), lastSeq: z.int() }),
  },
  'POST /api/notifications/read': {
    access: 'reader',
    says: 'Marks these lines as read, or all up to a change.',
    body: z.object({ ids: z.array(Id).min(1).max(100).optional(), upTo: z.int().min(0).optional() }),
    reply: z.object({ unread: z.int() }),
  },
  'POST /api/notifications/{id}/unread': {
    access: 'reader',
    says: 'Marks a line as not read.',
    params: z.object({ id: Id }),
    reply: z.object({ unread: z.int() }),
  },
  'DELETE /api/notifications/{id}': {
    access: 'reader',
    says: 'Takes a line out of the list.',
    params: z.object({ id: Id }),
    reply: z.object({ unread: z.int() }),
  },
  'GET /api/notifications/preferences': {
    access: 'reader',
    says: 'What the viewer wants to be told, and how.',
    reply: z.object({
      preferences: z.array(Preference),
      /** Whether there is a confirmed address to mail to. */
      mailable: z.boolean(),
      /** What a browser needs to ask for push; and in how many browsers it is on. */
      pushKey: z.string(),
      browsers: z.int(),
      /** Where these browsers are told, so that one can find itself among them. */
      endpoints: z.array(z.string()),
    }),
  },
  'PUT /api/notifications/preferences': {
    access: 'reader',
    says: 'Changes what the viewer wants to be told; kinds that are not named stay as they are.',
    body: z.object({
      preferences: z
        .array(Preference)
        .min(1)
        .max(notificationKinds.length)
        .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'Each kind once.'),
    }),
    reply: z.object({ preferences: z.array(Preference) }),
  },
  'POST /api/push': {
    access: 'reader',
    says: 'Tells this browser, by its push service, from now on.',
    body: z.object({
      endpoint: z.url({ protocol: /^https$/ }).max(2000),
      keys: z.object({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
    }),
    reply: z.object({}),
  },
  'POST /api/push/end': {
    access: 'reader',
    says: 'Ends telling a browser.',
    body: z.object({ endpoint: z.string().max(2000) }),
    reply: z.object({}),
  },
  'GET /api/unsubscribe/{token}': {
    access: 'anyone',
    says: 'What the link of a mail would end, and whether that has ended.',
    params: z.object({ token: z.string().max(100) }),
    reply: z.object({
      /** Mail of this kind, or of all when it is null. */
      kind: z.enum(notificationKinds).nullable(),
      ended: z.boolean(),
    }),
  },
} satisfies EndpointTable
