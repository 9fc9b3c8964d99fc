import type { MailKind } from './notifications.ts'

/** Completes “emails about …”, in the mail and on the unsubscribe page. */
export const mailSubjects: Record<MailKind, string> = {
  'follow': 'new followers',
  'response': 'responses to your stories',
  'reply': 'replies to your responses',
  'mention': 'mentions of you',
  'like': 'likes on your stories',
  'response-like': 'likes on your responses',
  'story': 'new stories by people you follow',
  'review': 'reviews of your stories',
  'byline': 'stories that list you as an author',
  'submission': 'stories submitted for review',
  'assignment': 'stories assigned to you for review',
  'note': 'review notes on your stories and replies to yours',
  'approval': 'approvals of your responses',
  'moderation': 'decisions of editors about you and your responses',
  'membership': 'your membership',
  'berries': 'berries you receive',
  'reward': 'rewards you redeemed',
  'weekly-summary': 'the weekly figures of your stories',
}
