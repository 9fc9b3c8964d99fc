import type { NotificationKind } from './notifications.ts'

/** The filters of the list. Apart from the shapes, so that pages carry none of them. */
export const notificationFilters = ['all', 'unread', 'responses', 'follows', 'likes', 'stories'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** The kinds that a filter shows; of the others it shows all. */
export const filteredKinds: Record<Exclude<NotificationFilter, 'all' | 'unread'>, readonly NotificationKind[]> = {
  responses: ['response', 'reply', 'mention'],
  follows: ['follow'],
  likes: ['like', 'response-like'],
  stories: ['story', 'review', 'byline'],
}
