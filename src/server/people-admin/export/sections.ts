/** A file of the export: the rows of one table that belong to a person. Names are those of the database. */
export type Section = {
  /** The file in the archive. */
  file: string
  table: string
  /** The columns that hold the person's id, the uid of their account, or their address. */
  personId?: readonly string[]
  uid?: readonly string[]
  email?: readonly string[]
  /** Rows that belong to the person's stories, membership or payments. */
  ofOwn?: 'stories' | 'membership' | 'payments'
  /** Secrets, and what is only derived from other columns. */
  without?: readonly string[]
  /** Columns of the row of another table whose id is in the column `by`. */
  joined?: { table: string; by: string; columns: readonly string[] }
}

const rendered = ['html', 'members_html', 'plain', 'members_plain', 'contents']

/** What an export contains. A test fails when a table refers to people and is neither here nor below. */
export const sections: readonly Section[] = [
  { file: 'profile', table: 'person', personId: ['id'], without: ['name_words'] },
  { file: 'earlier-handles', table: 'old_handle', personId: ['person_id'] },
  { file: 'account/account', table: 'account', uid: ['uid'], without: ['password_hash'] },
  { file: 'account/providers', table: 'account_provider', uid: ['uid'] },
  { file: 'account/two-step', table: 'second_factor', uid: ['uid'], without: ['secret', 'last_step'] },
  { file: 'account/passkeys', table: 'passkey', uid: ['uid'], without: ['public_key', 'counter'] },
  { file: 'account/sessions', table: 'session', uid: ['uid'], without: ['token_hash', 'previous_hash'] },
  { file: 'account/api-keys', table: 'api_key', personId: ['created_by'], without: ['hash'] },
  {
    file: 'account/mail',
    table: 'mail',
    email: ['to_address'],
    without: ['text', 'html', 'link', 'code', 'unsubscribe', 'problem'],
  },
  { file: 'account/invitations', table: 'invitation', email: ['email'], without: ['token_hash', 'by_id'] },
  { file: 'account/audit-log', table: 'audit_entry', personId: ['actor_id'] },
  { file: 'stories/stories', table: 'article', personId: ['author_id'], without: rendered },
  { file: 'stories/drafts', table: 'draft', ofOwn: 'stories', without: [...rendered, 'reviewer_id', 'title_words'] },
  { file: 'stories/revisions', table: 'revision', ofOwn: 'stories' },
  { file: 'stories/history', table: 'article_move', ofOwn: 'stories', personId: ['by_id'] },
  { file: 'stories/co-written', table: 'article_co_author', personId: ['person_id'] },
  { file: 'stories/review-notes', table: 'review_note', personId: ['by_id'] },
  { file: 'stories/review-replies', table: 'review_reply', personId: ['by_id'] },
  { file: 'stories/review-checks', table: 'review_check', personId: ['by_id'] },
  { file: 'stories/submissions', table: 'review_submission', ofOwn: 'stories', personId: ['by_id'] },
  { file: 'stories/preview-links', table: 'share_link', personId: ['by_id'], without: ['token_hash'] },
  { file: 'responses/responses', table: 'response', personId: ['author_id'] },
  { file: 'responses/likes', table: 'response_like', personId: ['person_id'] },
  { file: 'responses/mentions', table: 'response_mention', personId: ['person_id'] },
  { file: 'responses/reports-made', table: 'response_report', personId: ['by_id'] },
  { file: 'moderation/reports-of-stories-made', table: 'story_report', personId: ['by_id'] },
  {
    file: 'moderation/decisions',
    table: 'moderation_decision',
    personId: ['person_id'],
    without: ['by_id', 'undone_by'],
  },
  { file: 'moderation/appeals', table: 'appeal', personId: ['person_id'], without: ['decided_by'] },
  { file: 'moderation/ban', table: 'person_sanction', personId: ['person_id'], without: ['shadow_held_at'] },
  { file: 'reading/likes', table: 'story_like', personId: ['person_id'] },
  { file: 'reading/history', table: 'reading', personId: ['person_id'] },
  { file: 'reading/active-weeks', table: 'analytics_activity', personId: ['person_id'] },
  { file: 'reading/lists', table: 'reading_list', personId: ['owner_id'] },
  { file: 'reading/bookmarks', table: 'bookmark', personId: ['owner_id'] },
  { file: 'reading/topics', table: 'topic_follow', personId: ['person_id'] },
  { file: 'reading/feed-settings', table: 'for_you_weight', personId: ['person_id'] },
  { file: 'people/following', table: 'follow', personId: ['follower_id'] },
  { file: 'people/followers', table: 'follow', personId: ['followed_id'] },
  { file: 'people/blocked', table: 'block', personId: ['blocker_id'] },
  { file: 'people/muted', table: 'mute', personId: ['muter_id'] },
  { file: 'people/reports-made', table: 'person_report', personId: ['by_id'] },
  { file: 'notifications/notifications', table: 'notification', personId: ['person_id'] },
  { file: 'notifications/preferences', table: 'notification_preference', personId: ['person_id'] },
  {
    file: 'notifications/push-devices',
    table: 'push_subscription',
    personId: ['person_id'],
    without: ['endpoint', 'p256dh', 'auth', 'session_id'],
  },
  { file: 'membership/membership', table: 'membership', personId: ['person_id'] },
  { file: 'membership/changes', table: 'membership_change', ofOwn: 'membership' },
  { file: 'membership/exit-answers', table: 'exit_answer', ofOwn: 'membership' },
  { file: 'membership/billing', table: 'billing_profile', personId: ['person_id'] },
  { file: 'membership/checkouts', table: 'checkout', personId: ['person_id'], without: ['url'] },
  { file: 'membership/payments', table: 'payment', personId: ['person_id'] },
  { file: 'membership/refunds', table: 'payment_refund', ofOwn: 'payments' },
  { file: 'membership/coupons', table: 'coupon_redemption', personId: ['person_id'] },
  {
    file: 'membership/gift-codes',
    table: 'gift_code',
    personId: ['buyer_id'],
    without: ['code', 'code_hash', 'redeemed_by', 'note'],
  },
  { file: 'membership/seats', table: 'seat', personId: ['person_id'], email: ['email'], without: ['token_hash'] },
  { file: 'membership/free-months', table: 'membership_grant', personId: ['person_id'] },
  { file: 'membership/member-until', table: 'entitlement', personId: ['person_id'] },
  { file: 'berries/balance', table: 'berry_account', personId: ['person_id'] },
  {
    file: 'berries/entries',
    table: 'berry_entry',
    personId: ['account_id'],
    joined: { table: 'berry_transfer', by: 'transfer_id', columns: ['at', 'kind', 'note'] },
  },
  { file: 'berries/earned', table: 'berry_day', personId: ['person_id'] },
  { file: 'berries/reading-days', table: 'reading_day', personId: ['person_id'] },
  { file: 'berries/gifts-given', table: 'berry_gift', personId: ['giver_id'] },
  { file: 'berries/gifts-received', table: 'berry_gift', personId: ['receiver_id'] },
  { file: 'berries/rewards', table: 'redemption', personId: ['person_id'], without: ['closed_by'] },
  { file: 'reading/gift-links', table: 'gift_link', personId: ['person_id'], without: ['token'] },
  { file: 'reading/member-reads', table: 'member_read', personId: ['person_id'], without: ['author_ids'] },
  { file: 'earnings/earnings', table: 'earning', personId: ['person_id'] },
  { file: 'earnings/payouts', table: 'payout', personId: ['person_id'], without: ['by_id', 'voided_by'] },
  { file: 'files/media', table: 'media', personId: ['owner_id'], without: ['content_hash'] },
  { file: 'files/storage', table: 'object', uid: ['owner_uid'], without: ['download_token'] },
]

/** Tables that refer to people and are left out, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  announcement_dismissal: 'which announcements are hidden',
  audit_chain: 'hashes of the audit log',
  berry_transfer: 'its time, kind and note are in the entries of the person',
  backup: 'who started a backup is in the audit log',
  creator_rank: 'derived from reads',
  for_you: 'derived from the reading history',
  for_you_state: 'derived from the reading history',
  impersonation: 'support sessions of admins, which are in the audit log',
  mail_code: 'secrets',
  media_use: 'derived from stories',
  media_variant: 'derived from files',
  moderation_case: 'derived from reports, decisions and appeals',
  notification_cause: 'used to send a notification once; the notifications are exported',
  notification_event: 'used to send notifications, which are exported',
  notification_mail: 'pending deliveries',
  notification_push: 'pending deliveries',
  notification_state: 'derived from notifications',
  person_export: 'exports',
  person_note: 'private to the admins',
  recovery_code: 'secrets',
  service_session: 'secrets',
  site_page_draft: 'a text of the site',
  site_page_version: 'a text of the site',
  storage_use: 'derived from files',
  story_search: 'derived from stories',
  ticket: 'secrets of sign-ins in progress',
  unsubscribe_link: 'secrets',
  upload: 'unfinished uploads',
  weekly_summary_mail: 'pending deliveries',
}
