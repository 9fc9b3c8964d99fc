import type { NotificationKind } from './notifications.ts'

/** In a file without zod, so that pages do not bundle it. */
export const notificationFilters = ['all', 'unread', 'responses', 'follows', 'likes', 'stories', 'membership'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** `all` and `unread` include every kind. */
export const filteredKinds: Record<Exclude<NotificationFilter, 'all' | 'unread'>, readonly NotificationKind[]> = {
  responses: ['response', 'reply', 'mention', 'approval', 'moderation'],
  follows: ['follow'],
  likes: ['like', 'response-like'],
  membership: ['membership', 'berries', 'reward'],
  stories: ['story', 'review', 'byline', 'submission', 'assignment', 'note'],
}
