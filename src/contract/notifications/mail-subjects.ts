import type { NotificationKind } from './notifications.ts'

/** What mails of a kind are about, as both the mail and the page that ends it say it. */
export const subjectsOfMail: Record<NotificationKind, string> = {
  'follow': 'new followers',
  'response': 'responses to your stories',
  'reply': 'replies to your responses',
  'mention': 'mentions of you',
  'like': 'likes of your stories',
  'response-like': 'likes of your responses',
  'story': 'new stories by people you follow',
  'review': 'reviews of your stories',
  'byline': 'stories that name you as an author',
}
