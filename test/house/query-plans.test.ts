import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { aReceiver } from '#test/push-receiver.ts'
import { createScheduledPublisher } from '#server/articles/publishing/scheduled-publishing.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { listTransitions, transitionArticle } from '#server/articles/transitions.ts'
import { presentArticle } from '#server/articles/present.ts'
import { purgeTrash } from '#server/articles/trash.ts'
import { listAllArticles } from '#server/articles/desk/all-articles.ts'
import { countOwnArticles, listOwnArticles } from '#server/articles/desk/desk.ts'
import { assignReviewer, listReviewers } from '#server/articles/review/assign.ts'
import { listNotes } from '#server/articles/review/notes.ts'
import { getReview } from '#server/articles/review/queue.ts'
import { getSubmittedVersion } from '#server/articles/review/submissions.ts'
import { locateArticles } from '#server/articles/publishing/replaced-media.ts'
import { getPreview } from '#server/articles/review/previews.ts'
import { getRevision, listRevisions, sampleRevision } from '#server/articles/revisions/revisions.ts'
import { listShareLinks, deleteExpiredShareLinks } from '#server/articles/review/share-links.ts'
import { announcementTags, dismissAnnouncement, getAnnouncements } from '#server/banners/current-announcements.ts'
import { listAnnouncements } from '#server/banners/manage-announcements.ts'
import { nextStartOrEnd } from '#server/banners/queries.ts'
import { getSignInPicture } from '#server/banners/sign-in-pictures.ts'
import { bulkUpdate } from '#server/bookmarks/bulk.ts'
import { purgeDeletedLists } from '#server/bookmarks/delete-lists.ts'
import { removeStoryFromLists } from '#server/bookmarks/items.ts'
import { deleteList, createList, listOwnLists, reorderLists, restoreList } from '#server/bookmarks/lists.ts'
import { moveStory } from '#server/bookmarks/move-story.ts'
import { listBookmarks, listPublicLists } from '#server/bookmarks/read-lists.ts'
import { addToList, saveStory, unsaveStory, getSavedState } from '#server/bookmarks/save.ts'
import { defaultWeights } from '#server/discovery/rank-candidates.ts'
import { countEngagement } from '#server/discovery/count-engagement.ts'
import { findRelated } from '#server/discovery/find-related.ts'
import { refreshNextRecommendations, updateWeights } from '#server/discovery/refresh-recommendations.ts'
import { listFollowingFeed } from '#server/discovery/following.ts'
import { listForYou } from '#server/discovery/for-you.ts'
import { listReadings, recordReading } from '#server/discovery/readings.ts'
import { getRelatedStories, listTrending } from '#server/discovery/trending-and-related.ts'
import { listTopics, listPersonTopics } from '#server/discovery/topics.ts'
import { readTree } from '#server/firebase/database/tree.ts'
import { parseTreeQuery } from '#server/firebase/database/parse-query.ts'
import { keepReadsOfStory, recordMemberRead } from '#server/earnings/member-reads.ts'
import { getOwnEarnings, listOwnStories } from '#server/earnings/own-earnings.ts'
import { listPayouts } from '#server/earnings/payouts.ts'
import { identify } from '#server/identity/identify.ts'
import { findCode } from '#server/identity/action-codes.ts'
import { endSessions, findActiveSessions } from '#server/identity/sessions.ts'
import { listChangesSince } from '#server/live/response-changes.ts'
import { hashSecret } from '#server/identity/secrets.ts'
import { signInWithPassword } from '#server/identity/sign-in.ts'
import { coAuthorNames, storyForCard } from '#server/syndication/social-cards/queries.ts'
import { buildFeed } from '#server/syndication/feeds/feed.ts'
import { refreshNextPage } from '#server/syndication/sitemap/refresh-pages.ts'
import { storyFile } from '#server/syndication/sitemap/stories.ts'
import { handleNextEvent, saveBillingEvent, sweepBillingEvents } from '#server/membership/billing-events.ts'
import { getDiscount } from '#server/membership/coupons.ts'
import { createEntitlementClock } from '#server/membership/entitlement-clock.ts'
import { grantMembership, refreshEntitlements } from '#server/membership/entitlement.ts'
import { eraseMembershipOf } from '#server/membership/erase.ts'
import { startGiftCheckout } from '#server/membership/gift-checkout.ts'
import { endGiftOf, listOwnGifts, redeemGiftCode } from '#server/membership/gift-codes.ts'
import { listGiftCodes } from '#server/membership/manage-gift-codes.ts'
import { listGrants } from '#server/membership/manage-grants.ts'
import {
  cancelMembership,
  previewSwitch,
  resumeMembership,
  switchPlan,
  syncOwnMembership,
  updateBilling,
} from '#server/membership/manage-membership.ts'
import { listMembers, listPayments, refundMember } from '#server/membership/members.ts'
import { getCheckoutResult, getOwnMembership } from '#server/membership/own-membership.ts'
import { createTestProvider } from '#server/membership/providers/test-provider.ts'
import { listReceipts } from '#server/membership/receipts.ts'
import { membershipOf } from '#server/membership/queries.ts'
import { notifyEndingTrials, reconcileCheckout, reconcileMembership } from '#server/membership/reconcile.ts'
import { findSeatInvitation, inviteToSeat, listSeatHolders, listSeats, removeSeat } from '#server/membership/seats.ts'
import { startMembershipCheckout } from '#server/membership/start-checkout.ts'
import { payTestSession } from '#server/membership/test-checkout.ts'
import { getFunnel, getLiveFigures, getSiteOverview, listFigures, listVitals } from '#server/analytics/site-figures.ts'
import { getOwnFigures, getPageFigures, getStoryFigures } from '#server/analytics/story-figures.ts'
import { sumStoryTotals } from '#server/analytics/story-totals.ts'
import { mailStates } from '#contract/mail/mail-states.ts'
import { getMail, getMailSummary, listMail } from '#server/mail/list.ts'
import { getOperationsHealth } from '#server/operations/health.ts'
import { listFailedItems, listJobFailures } from '#server/operations/jobs-list.ts'
import { getMedia, listMedia } from '#server/media/library.ts'
import { variantById } from '#server/media/queries.ts'
import { createPictureWorker } from '#server/media/picture-worker.ts'
import { anonymizePerson } from '#server/people/person-records.ts'
import { fanOutBatch, fanOutSingles, nextDueEvent } from '#server/notifications/fan-out.ts'
import { listNotificationsAfter, listNotifications, listUnreadStates } from '#server/notifications/list.ts'
import { markRead } from '#server/notifications/mark-read.ts'
import { sweepNotifications } from '#server/notifications/sweep.ts'
import { type Delivery, deleteDeliveriesTo, queueMail, queuePush } from '#server/notifications/deliveries.ts'
import { deliverDueMail } from '#server/notifications/mail-delivery.ts'
import { updatePreferences, getPreferences } from '#server/notifications/preferences.ts'
import { deliverDuePushes } from '#server/notifications/push-delivery.ts'
import { subscribeToPush, unsubscribeFromPush } from '#server/notifications/push-subscriptions.ts'
import { getUnsubscribeState, sweepUnsubscribeLinks, unsubscribe } from '#server/notifications/unsubscribe.ts'
import { searchPeople } from '#server/people/cards.ts'
import { listFollowers, listFollowing } from '#server/people/follow-lists.ts'
import { follow, unfollow } from '#server/people/follows.ts'
import { checkHandle } from '#server/people/handles.ts'
import { peopleSorts } from '#contract/people-admin/people-admin.ts'
import { previewErasure } from '#server/account-deletion/erasure-preview.ts'
import { listInvitations } from '#server/identity/invitations.ts'
import { getPersonDetails, listPeople } from '#server/people-admin/list.ts'
import type { PeopleQuery } from '#server/people-admin/queries.ts'
import { listCreators, getProfile } from '#server/people/profiles.ts'
import { listSuggestedPeople } from '#server/people/suggested.ts'
import { block, mute, unblock, unmute, listBlockedAndMuted } from '#server/people/blocks-and-mutes.ts'
import { createCachedValue } from '#server/platform/cache/cached-value.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getOrCreateGiftLink } from '#server/paywall/gift-links.ts'
import { getMembersPart, openStory } from '#server/paywall/members-part.ts'
import { getBasket, listGifts, listLedger } from '#server/rewards/basket.ts'
import { closeBerryAccount } from '#server/rewards/close-account.ts'
import { correctBalance, listTransfers, reverseByAdmin } from '#server/rewards/correct-ledger.ts'
import { earnForRead } from '#server/rewards/earn.ts'
import { giveBerries, undoGift } from '#server/rewards/gift.ts'
import { createLeaderboard } from '#server/rewards/leaderboard.ts'
import { getRewardsOverview } from '#server/rewards/manage-catalogue.ts'
import { fulfilRedemption, listRedemptions, refundRedemption } from '#server/rewards/manage-redemptions.ts'
import { listOwnRedemptions, redeemReward } from '#server/rewards/redeem.ts'
import { settleDueGifts } from '#server/rewards/settle-gifts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { getHome } from '#server/discovery/home.ts'
import { getCategory, listStories, getTag, findTags } from '#server/reading/list-stories.ts'
import { getStory } from '#server/reading/story.ts'
import { getRules } from '#server/conversation/hold-reason.ts'
import { countViews, getCase, listCases } from '#server/moderation/cases.ts'
import { decide } from '#server/moderation/decide.ts'
import { listResponses } from '#server/moderation/responses.ts'
import { checkPastResponses } from '#server/moderation/rules.ts'
import { reportStory } from '#server/moderation/story-reports.ts'
import { undoDecision } from '#server/moderation/undo.ts'
import { caseViews, targetKinds } from '#contract/moderation/names.ts'
import { createClosingClock } from '#server/conversation/closing-clock.ts'
import { deleteResponse } from '#server/conversation/delete.ts'
import { editResponse } from '#server/conversation/edit.ts'
import { approveResponse, hideResponse } from '#server/conversation/moderate.ts'
import { unlikeResponse, unlikeStory, likeResponse, likeStory } from '#server/conversation/likes.ts'
import { listMentionable } from '#server/conversation/mentions.ts'
import { pinResponse } from '#server/conversation/pin.ts'
import { listReplies, listThreads } from '#server/conversation/threads.ts'
import { reportResponse } from '#server/conversation/report.ts'
import { respond } from '#server/conversation/respond.ts'
import { updateSetting } from '#server/settings/site.ts'
import { search } from '#server/search/search.ts'
import { suggest } from '#server/search/suggest.ts'
import { getMonths } from '#server/search/month-window.ts'
import { topicStores } from '#server/topic-stores.ts'
import { moveCategoryArticles, moveCategoryDrafts } from '#server/articles/publishing/move-topics.ts'
import { moveTopicFollows } from '#server/discovery/move-topics.ts'
import { mergeTopic, previewMerge } from '#server/taxonomy/merge.ts'
import { topicPage, topicSize } from '#server/taxonomy/queries.ts'
import { listAdminTags, renameTag } from '#server/taxonomy/tags.ts'
import { checkQuota } from '#server/storage/quota.ts'
import { getDelivery, listDeliveries } from '#server/webhooks/deliveries.ts'
import { leaseDueEndpoints, sendDue } from '#server/webhooks/deliver.ts'
import { eraseEventsAbout } from '#server/webhooks/emit.ts'
import { keysByHash } from '#server/api-keys/queries.ts'
import { createKey } from '#server/api-keys/key-format.ts'
import { listApiKeys } from '#server/api-keys/manage.ts'
import { listWebhooks } from '#server/webhooks/manage.ts'
import { replayDeliveries, replayFailed } from '#server/webhooks/replay.ts'
import { sweepWebhooks } from '#server/webhooks/sweep.ts'
import type { Received } from '#contract/endpoints.ts'
import { articleSorts } from '#contract/articles/admin-articles.ts'
import { responseSorts } from '#contract/conversation/conversation.ts'
import { creatorSorts } from '#contract/people.ts'
import { tagSorts } from '#contract/taxonomy/taxonomy.ts'

/** Tables that grow with the site. Sequential scans of these would only be noticed on a large site. */
const growing = new Set([
  'account',
  'mail',
  'mail_code',
  'job_failure',
  'media',
  'media_use',
  'media_variant',
  'article',
  'article_move',
  'article_tag',
  'article_co_author',
  'draft',
  'review_reply',
  'review_submission',
  'review_check',
  'old_slug',
  'old_topic_slug',
  'person',
  'follow',
  'block',
  'mute',
  'old_handle',
  'reading_list',
  'notification_event',
  'review_note',
  'revision',
  'share_link',
  'response',
  'response_like',
  'response_mention',
  'response_report',
  'story_report',
  'person_report',
  'person_sanction',
  'moderation_case',
  'moderation_decision',
  'appeal',
  'story_like',
  'session',
  'tag',
  'rate_limit',
  'story_search',
  'search_word',
  'object',
  'storage_use',
  'upload',
  'reading',
  'finished_today',
  'story_rank',
  'creator_rank',
  'related_due',
  'related_story',
  'topic_follow',
  'for_you_state',
  'for_you',
  'bookmark',
  'for_you_weight',
  'notification',
  'notification_cause',
  'notification_state',
  'notification_preference',
  'notification_mail',
  'notification_push',
  'push_subscription',
  'unsubscribe_link',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_event',
  'announcement',
  'announcement_dismissal',
  'entitlement',
  'berry_account',
  'berry_transfer',
  'berry_entry',
  'berry_gift',
  'berry_day',
  'reading_day',
  'redemption',
  'membership',
  'membership_change',
  'membership_grant',
  'seat',
  'checkout',
  'coupon_redemption',
  'payment',
  'payment_refund',
  'billing_profile',
  'gift_code',
  'free_read',
  'gift_link',
  'member_read',
  'earning',
  'payout',
  'billing_event',
  'exit_answer',
  'analytics_activity',
  'analytics_day',
  'analytics_depth',
  'analytics_hour',
  'analytics_live',
  'analytics_month',
  'analytics_vital',
  'analytics_vital_month',
  'story_mark',
])

const API_KEY = createKey().key

let pool: pg.Pool
const asked: { sql: string; parameters: readonly unknown[] }[] = []
let ctx: Ctx
beforeAll(async () => {
  pool = (await aDatabase()).pool
  const indexes = await dropIndexes()
  await pool.query(`
    -- What refers to what is right by construction, and need not be looked up row by row.
    set session_replication_role = replica;
    insert into person (id, uid, handle, name, story_count, created_at)
      select 'P' || lpad(n::text, 19, '0'), 'uid-' || n, 'person-' || n, 'Person ' || n, n % 50, now() - n * interval '1 minute' from generate_series(1, 3000) n;
    insert into category (id, slug, name, position, story_count)
      select 'C' || lpad(n::text, 19, '0'), 'category-' || n, 'Category ' || n, n, 2500 from generate_series(1, 8) n;
    insert into tag (id, slug, name, story_count) select 'T' || lpad(n::text, 19, '0'), 'tag-' || n, 'Tag ' || n, n % 9 from generate_series(1, 4000) n;
    insert into article (id, author_id, category_id, slug, state, title, body, html, plain, featured, published_at, bookmark_count)
      select 'A' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'C' || lpad((1 + n % 8)::text, 19, '0'), 'story-' || n,
             case when n % 10 = 0 then 'draft' else 'published' end, 'Story ' || n, '{"type":"doc","content":[]}', repeat('<p>text</p>', 50), 'text', n % 500 = 0,
             now() - n * interval '1 minute', n % 7 from generate_series(1, 20000) n;
    insert into old_slug (slug, article_id, since)
      select 'once-' || n, 'A' || lpad(n::text, 19, '0'), now() from generate_series(1, 5000) n;
    insert into old_topic_slug (slug, tag_id, since)
      select 'once-' || n, 'T' || lpad(n::text, 19, '0'), now() from generate_series(1, 4000) n;
    insert into article_tag (article_id, tag_id, position, published_at)
      select 'A' || lpad(n::text, 19, '0'), 'T' || lpad((1 + (n * 7 + p) % 4000)::text, 19, '0'), p, now() - n * interval '1 minute' from generate_series(1, 20000) n, generate_series(0, 2) p;
    insert into article_co_author (article_id, person_id, position, published_at)
      select 'A' || lpad(n::text, 19, '0'), 'P' || lpad((1 + (n * 3) % 3000)::text, 19, '0'), 0, now() - n * interval '1 minute' from generate_series(1, 4000) n;
    update article set state = case id when 'A0000000000000000010' then 'in-review' when 'A0000000000000000020' then 'scheduled'
        when 'A0000000000000000030' then 'removed' else 'trashed' end, scheduled_for = now(), trashed_at = now()
      where id in ('A0000000000000000010', 'A0000000000000000020', 'A0000000000000000030', 'A0000000000000000040');
    insert into draft (article_id, title, body, html, plain, category_id, word_count, saved_by, saved_at, update_asked_at)
      select id, title, body, html, plain, category_id, (random() * 2000)::int, author_id, published_at, case when id like '%999' then now() end from article;
    update draft set article_state = article.state, article_author_id = article.author_id, publish_at = coalesce(article.published_at, 'epoch'),
        review_since = case when article.state = 'in-review' then article.updated_at else update_asked_at end,
        reviewer_id = case when article.id like '%1999' then 'P0000000000000000078' end
      from article where article.id = article_id;
    insert into review_submission (id, article_id, revision_id, at)
      select 'S' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 3000)::text, 19, '0'), 'V' || lpad(n::text, 19, '0'), now() - n * interval '1 minute' from generate_series(1, 6000) n;
    insert into review_check (submission_id, item, at)
      select 'S' || lpad(n::text, 19, '0'), 'Facts are right', now() from generate_series(1, 6000) n;
    insert into review_reply (id, note_id, text, created_at)
      select 'Y' || lpad(n::text, 19, '0'), 'N' || lpad(n::text, 19, '0'), 'Yes.', now() from generate_series(1, 6000) n;
    update draft set excerpt = 'It begins.' where article_id = 'A0000000000000000050';
    insert into article_move (id, article_id, move, from_state, to_state, at)
      select 'M' || lpad(n::text, 19, '0'), 'A' || lpad(n::text, 19, '0'), 'submit', 'draft', 'in-review', now() from generate_series(1, 6000) n;
    insert into revision (id, article_id, kind, version, title, subtitle, body, word_count, saved_at)
      select 'V' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 4000)::text, 19, '0'), 'saved', 1, '', '', '{}', 0, now() - n * interval '1 minute' from generate_series(1, 12000) n;
    insert into review_note (id, article_id, text, created_at)
      select 'N' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 3000)::text, 19, '0'), 'Hm.', now() from generate_series(1, 6000) n;
    insert into share_link (id, article_id, token_hash, created_at, expires_at)
      select 'L' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 3000)::text, 19, '0'), sha256(n::text::bytea), now(), now() + n * interval '1 minute' from generate_series(1, 6000) n;
    insert into response (id, article_id, author_id, text)
      select 'R' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 5000)::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'Well said.' from generate_series(1, 30000) n;
    insert into response (id, article_id, author_id, parent_id, text, like_count, pinned_at, created_at)
      select 'Q' || lpad(n::text, 19, '0'), 'A0000000000000000077', 'P' || lpad((1 + n % 3000)::text, 19, '0'),
             case when n > 3000 then 'Q0000000000000000001' end, 'Well said.', n % 7, case when n = 7 then now() end,
             now() - n * interval '1 minute' from generate_series(1, 6000) n;
    update response set reply_count = 3000 where id = 'Q0000000000000000001';
    insert into response_like (response_id, person_id, at)
      select 'R' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), now() from generate_series(1, 20000) n;
    insert into response_mention (response_id, person_id)
      select 'R' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0') from generate_series(1, 20000) n;
    insert into response_report (id, response_id, by_id, reason, created_at)
      select 'W' || lpad(n::text, 19, '0'), 'R' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'spam', now() from generate_series(1, 5000) n;
    insert into story_report (id, article_id, by_id, reason, created_at)
      select 'W' || lpad(n::text, 19, '0'), 'A' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'spam', now() from generate_series(1, 5000) n;
    insert into person_report (id, person_id, by_id, reason, created_at)
      select 'W' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'P' || lpad((1 + n / 3000)::text, 19, '0'), 'spam', now() from generate_series(1, 9000) n;
    insert into person_sanction (person_id, banned_at, banned_until) select id, '2026-01-01', '2026-01-02' from person;
    update article set response_count = 9 where id = 'A0000000000000000079';
    insert into moderation_case (id, kind, response_id, article_id, person_id, held, report_count, opened_at, decided_at)
      select 'response:' || id, 'response', id, article_id, author_id, id like '%7', case when id like '%3' then 1 else 0 end, created_at - right(id, 6)::int * interval '1 minute',
        case when id like '%5' then created_at - right(id, 6)::int * interval '1 minute' end from response where id like 'R%' limit 20000;
    insert into moderation_decision (id, case_id, person_id, action, at)
      select 'D' || right(id, 19), id, person_id, 'hide', now() from moderation_case;
    insert into appeal (id, case_id, person_id, text, created_at)
      select 'D' || right(id, 19), id, person_id, 'Please.', now() from moderation_case limit 5000;
    insert into story_like (article_id, person_id, at)
      select 'A' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), now() from generate_series(1, 15000) n;
    insert into block (blocker_id, blocked_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((1 + (n + p) % 3000)::text, 19, '0'), now() from generate_series(1, 3000) n, generate_series(1, 3) p where n % 3000 <> (n + p - 1) % 3000;
    insert into old_handle (handle, person_id, since)
      select 'once-' || n, 'P' || lpad(n::text, 19, '0'), now() from generate_series(1, 3000) n;
    insert into announcement (id, text, tone, audience, priority, dismissible, enabled, starts_at, ends_at, created_at, updated_at)
      select 'N' || lpad(n::text, 19, '0'), 'News ' || n, 'info', case n % 50 when 0 then 'editor' when 2 then 'members' else 'everyone' end, n % 100, true, n % 4 > 0,
        now() - (n + 1) * interval '1 day', case when n > 5 then now() - n * interval '1 day' end, now() - n * interval '1 day', now() from generate_series(1, 5000) n;
    insert into announcement_dismissal (person_id, announcement_id, revision)
      select 'P' || lpad(n::text, 19, '0'), 'N' || lpad(m::text, 19, '0'), 1 from generate_series(1, 3000) n, generate_series(1, 5) m;
    insert into sign_in_picture (id, alt, decorative, quote, attribution, enabled, position, created_at, updated_at)
      select 'I' || lpad(n::text, 19, '0'), '', false, 'Quote ' || n, '', true, n, now(), now() from generate_series(1, 100) n;
    insert into account (uid, email) select 'uid-' || n, 'person-' || n || '@example.com' from generate_series(1, 3000) n;
    update account set email_verified = true where uid in ('uid-2', 'uid-3', 'uid-4', 'uid-5', 'uid-6');
    insert into session (id, token_hash, uid, provider, expires_at)
      select 'S' || lpad(n::text, 19, '0'), sha256(n::text::bytea), 'uid-' || (1 + n % 3000), 'password', now() + interval '1 day' from generate_series(1, 5000) n;
    insert into mail (id, kind, to_address, subject, next_attempt_at)
      select 'M' || lpad(n::text, 19, '0'), 'verify', 'person-' || n || '@example.com', 'Hello', null from generate_series(1, 5000) n;
    update mail set sent_at = now() where id > 'M0000000000000000020';
    insert into job_failure (job, first_at, at, item, error, host, pid)
      select case when n % 50 = 0 then 'push' else 'mail' end, now(), now() - n * interval '1 minute', 'mail:' || n, 'No.', 'here', 1 from generate_series(1, 5000) n;
    insert into mail_code (code_hash, kind, uid, email, expires_at)
      select sha256(n::text::bytea), 'verify', 'uid-' || (1 + n % 3000), 'x@example.com', now() from generate_series(1, 5000) n;
    insert into media (id, owner_id, kind, state, name, type, size, blob, width, height, created_at)
      select 'I' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'picture', case when n % 5000 = 0 then 'processing' else 'ready' end,
             'Picture ' || n, 'image/jpeg', 9, 'B' || n, 400, 300, now() - n * interval '1 minute' from generate_series(1, 20000) n;
    insert into media_variant (media_id, width, format, blob, size)
      select 'I' || lpad(n::text, 19, '0'), 320, format, format || n, 9 from generate_series(1, 20000) n, unnest(array['avif', 'webp', 'jpg']) format;
    insert into media_use (media_id, kind, ref)
      select 'I' || lpad(n::text, 19, '0'), 'avatar', 'P' || lpad((1 + n % 3000)::text, 19, '0') from generate_series(1, 3000) n;
    insert into object (bucket, name, blob, owner_uid, generation, size, md5, content_type, custom, download_token)
      select 'bramble', 'users/uid-' || n || '/x', 'O' || n, 'uid-' || n, 1, 9, '', 'text/plain', '{}', '' from generate_series(1, 3000) n;
    insert into upload (id, token_hash, bucket, name, owner_uid, metadata, pieces, expires_at)
      select 'U' || lpad(n::text, 19, '0'), sha256(n::text::bytea), 'bramble', 'x', 'uid-' || (1 + n % 3000), '{}', '[]', now() from generate_series(1, 5000) n;
    insert into story_rank (article_id, category_id, heat, reads) select id, category_id, random() * 1000, 0 from article;
    insert into creator_rank (person_id, heat, reads) select id, random() * 1000, (random() * 9000)::int from person;
    insert into related_story (article_id, position, other_id)
      select 'A' || lpad(n::text, 19, '0'), p, 'A' || lpad((1 + (n * 11 + p) % 20000)::text, 19, '0') from generate_series(1, 6000) n, generate_series(0, 5) p;
    insert into related_due (article_id, since, spreads) select id, now(), false from article limit 5000;
    insert into reading (person_id, article_id, progress, read_at)
      select 'P' || lpad(n::text, 19, '0'), 'A' || lpad((n * 5 + p)::text, 19, '0'), 50, now() - p * interval '1 hour' from generate_series(1, 3000) n, generate_series(0, 4) p;
    insert into finished_today (article_id, day, reader)
      select 'A' || lpad(n::text, 19, '0'), '2026-01-01', decode(md5(n::text), 'hex') from generate_series(1, 5000) n;
    insert into api_key (id, hash, last_four, name, scopes, created_by, created_at)
      select 'K' || lpad(n::text, 19, '0'), case n when 1 then sha256('${API_KEY}') else sha256(n::text::bytea) end, 'last', 'Key', '{audit:read}', 'P' || lpad(n::text, 19, '0'), now() from generate_series(1, 50) n;
    insert into webhook (id, url, events, created_at, updated_at)
      select 'H' || lpad(n::text, 19, '0'), 'https://127.0.0.1/', array['person.deleted'], now(), now() from generate_series(1, 3) n;
    insert into webhook_event (id, type, at, body, people)
      select 'msg_' || n, 'person.deleted', now() - n * interval '1 minute', '{}', array['P' || lpad((1 + n % 3000)::text, 19, '0')] from generate_series(1, 20000) n;
    insert into webhook_delivery (webhook_id, event_id, type, state, due_at, created_at)
      select 'H' || lpad((1 + n % 3)::text, 19, '0'), 'msg_' || n, case when n % 7 = 0 then 'person.deleted' else 'person.created' end,
             case when n % 50 = 0 then 'failed' when n % 51 = 0 then 'pending' else 'delivered' end, now(), now() - n * interval '1 minute' from generate_series(1, 20000) n;
    insert into webhook_attempt (delivery_id, at, duration_ms, headers)
      select n, now(), 5, '{}' from generate_series(1, 20000) n;
    insert into engagement (id, article_id, kind, at)
      select 'E' || lpad(n::text, 19, '0'), 'A' || lpad(n::text, 19, '0'), 'read', now() from generate_series(1, 100) n;
    insert into topic_follow (person_id, tag_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'T' || lpad((n + p)::text, 19, '0'), now() from generate_series(1, 3000) n, generate_series(0, 4) p;
    insert into topic_follow (person_id, category_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'C' || lpad((1 + (n + p) % 8)::text, 19, '0'), now() from generate_series(1, 3000) n, generate_series(0, 1) p;
    update tag set follower_count = 5;
    update category set follower_count = 750;
    insert into follow (follower_id, followed_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((1 + (n * 7 + p) % 3000)::text, 19, '0'), '2026-01-01' from generate_series(1, 3000) n, generate_series(1, 5) p
        where n <> 1 + (n * 7 + p) % 3000 on conflict do nothing;
    insert into follow (follower_id, followed_id, since)
      select id, 'P0000000000000000077', '2026-01-01' from person where id <> 'P0000000000000000077' on conflict do nothing;
    insert into block (blocker_id, blocked_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((n + 1)::text, 19, '0'), now() from generate_series(1, 2500) n on conflict do nothing;
    insert into mute (muter_id, muted_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((n + 2)::text, 19, '0'), now() from generate_series(1, 2500) n;
    insert into notification_event (id, kind, cause, actor_id, at, done_at)
      select 'H' || lpad(n::text, 19, '0'), 'story', 'past:' || n, 'P' || lpad((1 + n % 3000)::text, 19, '0'), now(), now() from generate_series(1, 6000) n;
    insert into notification_event (id, kind, cause, actor_id, article_id, at)
      values ('H1000000000000000077', 'story', 'story:77', 'P0000000000000000077', 'A0000000000000000076', now());
    insert into notification_state (person_id, last_seq, unread) select id, 10, 3 from person;
    insert into notification (id, person_id, seq, kind, about, article_id, actor_ids, actor_count, created_at, updated_at, read_at)
      select 'N' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 1 + n / 3000, case when n % 3 = 0 then 'like' else 'follow' end, 'x:' || n,
             'A' || lpad((1 + n % 4000)::text, 19, '0'), '{}', 1, now(), now() - n * interval '1 minute', case when n % 3 > 0 then now() end from generate_series(1, 29000) n;
    insert into notification_cause (person_id, cause, notification_id, at) select person_id, 'past:' || id, id, updated_at from notification;
    insert into notification_preference (person_id, kind, site, email, push)
      select id, kind, true, 'never', false from person, unnest(array['like', 'follow', 'story']) kind;
    insert into for_you_state (person_id, due_at) select id, case when id like '%99' then now() end from person;
    insert into for_you (person_id, position, article_id, why)
      select 'P' || lpad(n::text, 19, '0'), p, 'A' || lpad((n + p)::text, 19, '0'), 'new' from generate_series(1, 3000) n, generate_series(0, 4) p;
    insert into follow (follower_id, followed_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((1 + (n + p * p) % 3000)::text, 19, '0'), now() - n * interval '1 minute' from generate_series(1, 3000) n, generate_series(1, 8) p on conflict do nothing;
    update person set follower_count = 1000 + story_count, following_count = 1000;
    insert into block (blocker_id, blocked_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((1 + (n + p * 7) % 3000)::text, 19, '0'), now() from generate_series(1, 3000) n, generate_series(1, 3) p on conflict do nothing;
    insert into mute (muter_id, muted_id, since)
      select 'P' || lpad(n::text, 19, '0'), 'P' || lpad((1 + (n + p * 11) % 3000)::text, 19, '0'), now() from generate_series(1, 3000) n, generate_series(1, 3) p on conflict do nothing;
    insert into reading_list (id, owner_id, name, public, first, position, item_count, created_at, updated_at, deleted_at)
      select 'B' || n || lpad(p::text, 18, '0'), 'P' || lpad(p::text, 19, '0'), 'List ' || n, n = 1, n = 0, n, case n when 2 then 0 else 10 end, now(), now(), case n when 2 then now() end
      from generate_series(1, 3000) p, generate_series(0, 2) n;
    insert into bookmark (list_id, article_id, owner_id, position, added_at)
      select 'B' || n || lpad(p::text, 18, '0'), 'A' || lpad((1 + (p * 7 + n * 3 + i) % 20000)::text, 19, '0'), 'P' || lpad(p::text, 19, '0'), i, now()
      from generate_series(1, 3000) p, generate_series(0, 1) n, generate_series(1, 10) i;
    insert into for_you_weight (person_id, newest) select id, id like '%9' from person;
    update notification set kind = 'response', read_at = null where id <= 'N0000000000000000006';
    insert into notification_mail (person_id, notification_id, cause, due_at, daily)
      select 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'N' || lpad(n::text, 19, '0'), 'cause:' || n, now() + (n - 5) * interval '1 minute', n % 2 = 0 from generate_series(1, 10000) n;
    insert into notification_preference (person_id, kind, site, email, push) select id, 'response', true, 'now', true from person;
    insert into push_subscription (id, person_id, endpoint, p256dh, auth, created_at)
      select 'B' || lpad(n::text, 19, '0'), 'P' || lpad(n::text, 19, '0'), 'https://127.0.0.1/' || n, '', '', now() from generate_series(1, 3000) n;
    insert into notification_push (id, subscription_id, notification_id, due_at)
      select 'Q' || lpad(n::text, 19, '0'), 'B' || lpad((1 + n % 3000)::text, 19, '0'), 'N' || lpad(n::text, 19, '0'), now() + (n - 5) * interval '1 minute' from generate_series(1, 10000) n;
    insert into analytics_day (article_id, dimension, day, value, views, reads, visitors)
      select scope, dimension, current_date - n, value || n % 9, 9, 3, 6
        from generate_series(0, 400) n, unnest(array['total', 'path', 'source', 'story']) dimension, unnest(array['', 'a', 'b']) value,
          (select '' as scope union all select id from article where id < 'A0000000000000000012') scopes
      on conflict do nothing;
    insert into analytics_hour (dimension, at, value, views, reads, visitors)
      select dimension, date_trunc('hour', now()) - n * interval '1 hour', '', 9, 3, 6 from generate_series(0, 2160) n, unnest(array['total', 'story', 'path']) dimension;
    insert into analytics_depth select 'A' || lpad(n::text, 19, '0'), current_date - day, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9
      from generate_series(1, 100) n, generate_series(0, 100) day;
    insert into analytics_vital (day, page, name, bucket, samples)
      select current_date - day, page, name, bucket, 5 from generate_series(0, 365) day, unnest(array['home', 'story']) page, unnest(array['LCP', 'CLS']) name, generate_series(1, 40, 3) bucket;
    insert into analytics_month (article_id, dimension, month, value, views, reads, visitors)
      select article_id, dimension, date_trunc('month', day), value, sum(views), sum(reads), sum(visitors) from analytics_day
        where day < date_trunc('month', now() - interval '9 days') group by 1, 2, 3, 4;
    insert into analytics_vital_month (month, page, name, bucket, samples)
      select date_trunc('month', day), page, name, bucket, sum(samples) from analytics_vital
        where day < date_trunc('month', now() - interval '9 days') group by 1, 2, 3, 4;
    insert into analytics_live (visitor, at, path) select n, now() - n * interval '1 second', '/' from generate_series(1, 10000) n;
    insert into analytics_activity (person_id, week)
      select 'P' || lpad(n::text, 19, '0'), date_trunc('week', now())::date - 7 * w from generate_series(1, 3000) n, generate_series(0, 20) w;
    insert into story_mark (article_id, kind, at)
      select 'A' || lpad(n::text, 19, '0'), 'mailed', now() - n * interval '1 minute' from generate_series(1, 10000) n;
    insert into unsubscribe_link (token_hash, person_id, created_at)
      select sha256(n::text::bytea), 'P' || lpad((1 + n % 3000)::text, 19, '0'), now() from generate_series(1, 5000) n;
    insert into storage_use (uid, bytes) select 'uid-' || n, 9 from generate_series(1, 3000) n;
    insert into story_search (article_id, published_at, author_id, category_id, tag_ids, language, title, head, document)
      select id, published_at, author_id, category_id, '{}', 'english', title, words, words
      from (select *, to_tsvector('simple', title) as words from article where state = 'published' limit 6000) as told;
    insert into search_word (word, stories) select distinct substr(md5(n::text), 1, 8), 1 from generate_series(1, 10000) n;
    insert into person (id, uid, handle, name, created_at)
      select 'P' || lpad(n::text, 19, '0'), 'uid-' || n, 'person-' || n, 'Person ' || n, now() from generate_series(3001, 20000) n;
    insert into entitlement (person_id, until, source, updated_at)
      select id, now() + (right(id, 5)::int - 5000) * interval '1 hour', 'membership', now() from person where right(id, 5)::int % 2 = 0;
    insert into berry_account (id, person_id, balance) select id, id, 1000 from person;
    insert into berry_transfer (kind, cause, at, article_id)
      select (array['read', 'streak', 'gift', 'gift-received', 'redemption'])[1 + n % 5], 'past:' || n, now() - n * interval '1 minute',
             'A' || lpad((1 + n % 20000)::text, 19, '0') from generate_series(1, 40000) n;
    insert into berry_entry (transfer_id, account_id, amount, balance)
      select n, 'P' || lpad((1 + n % 3000)::text, 19, '0'), 1, 1000 from generate_series(1, 40000) n
      union all select n, 'house:earned', -1, null from generate_series(1, 40000) n;
    insert into berry_gift (id, article_id, giver_id, receiver_id, amount, state, at, settled_at)
      select 'G' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 20000)::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'),
             'P' || lpad((1 + (n * 7) % 3000)::text, 19, '0'), 1, case when n < 5 then 'pending' else 'given' end, now() - n * interval '1 hour',
             case when n >= 5 then now() end from generate_series(1, 20000) n;
    insert into berry_day (person_id, day, kind, amount)
      select 'P' || lpad(n::text, 19, '0'), to_char(now() - d * interval '1 day', 'YYYY-MM-DD'), 'read', 5 from generate_series(1, 200) n, generate_series(1, 300) d;
    insert into reading_day (person_id, day) select person_id, day from berry_day;
    insert into reward (id, kind, name, price, stock, position, created_at)
      select 'W' || lpad(n::text, 19, '0'), case when n % 5 = 0 then 'badge' else 'other' end, 'Reward ' || n, 10, 50, n, now() from generate_series(1, 20) n;
    insert into redemption (id, reward_id, person_id, transfer_id, price, state, request_id, at, closed_at)
      select 'X' || lpad(n::text, 19, '0'), 'W' || lpad((1 + n % 20)::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), n, 10,
             case when n % 100 = 0 then 'to-fulfil' else 'fulfilled' end, 'request-' || n, now() - n * interval '1 minute', case when n % 100 > 0 then now() end
      from generate_series(1, 20000) n;
    insert into plan (id, name, period, price, currency, seats, created_at)
      select 'L' || lpad(n::text, 19, '0'), 'Plan ' || n, 'month', 500 + n, 'usd', case when n < 5 then 5 else 1 end, now() from generate_series(1, 5) n;
    insert into coupon (id, code, percent_off, duration, max_redemptions, created_at)
      select 'C' || lpad(n::text, 19, '0'), 'CODE-' || n, 10, 'forever', 5000, now() - n * interval '1 minute' from generate_series(1, 200) n;
    insert into membership (id, person_id, state, plan_id, provider, subscription_id, price, currency, period, seats, period_start, period_end,
        trial_end, grace_until, coupon_id, started_at, ended_at, due_at, updated_at)
      select 'M' || right(id, 19), id, state, 'L' || lpad((1 + n % 4)::text, 19, '0'), 'test', 'sub_' || n, 500, 'usd', 'month', case when n % 100 = 0 then 5 else 1 end,
          now(), now() + n * interval '1 minute', case state when 'trialing' then now() + n * interval '1 minute' end, case state when 'past-due' then now() end,
          'C' || lpad((1 + n % 200)::text, 19, '0'), now() - n * interval '1 minute', case state when 'expired' then now() - n * interval '1 hour' end,
          case when state <> 'expired' then now() + (n - 100) * interval '1 minute' end, now()
        from (select id, right(id, 5)::int as n, case when right(id, 5)::int % 300 = 4 then 'trialing' else (array['active', 'expired', 'cancelled', 'past-due', 'active'])[1 + right(id, 5)::int % 5] end as state
          from person where right(id, 5)::int % 3 <> 2) as joined;
    insert into membership_change (membership_id, at, event, from_state, to_state, provider, plan_id, price, currency, period)
      select id, started_at, 'pay', 'none', 'active', provider, plan_id, price, currency, period from membership;
    insert into seat (id, membership_id, email, token_hash, person_id, invited_at, accepted_at)
      select 'S' || lpad(n::text, 19, '0'), 'M' || lpad((n - n % 3)::text, 19, '0'), 'seat-' || n || '@example.com', sha256(n::text::bytea),
          'P' || lpad(n::text, 19, '0'), now(), now() from generate_series(5, 19997, 3) n;
    insert into membership_grant (id, person_id, source, cause, months, starts_at, ends_at, created_at)
      select 'G' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 20000)::text, 19, '0'), 'gift', 'gift:' || n, 1, case when n % 2 = 0 then now() end,
          case when n % 2 = 0 then now() + interval '1 month' end, now() - n * interval '1 minute' from generate_series(1, 20000) n;
    insert into checkout (id, kind, person_id, plan_id, coupon_id, provider, session_id, state, request_id, amount, currency, created_at, due_at)
      select 'K' || lpad(n::text, 19, '0'), 'membership', 'P' || lpad((1 + n % 20000)::text, 19, '0'), 'L' || lpad((1 + n % 4)::text, 19, '0'),
          'C' || lpad((1 + n % 200)::text, 19, '0'), 'test', 'cs_' || n, case when n % 50 = 0 then 'open' else 'paid' end, 'R' || lpad(n::text, 19, '0'), 500, 'usd',
          now() - n * interval '1 minute', case when n % 50 = 0 then now() + (n - 500) * interval '1 minute' end from generate_series(1, 20000) n;
    insert into coupon_redemption (coupon_id, person_id, at)
      select 'C' || lpad((1 + n % 200)::text, 19, '0'), 'P' || lpad(n::text, 19, '0'), now() from generate_series(1, 20000) n;
    insert into payment (id, person_id, membership_id, kind, plan_id, provider, provider_id, state, number, description, amount, currency, created_at, paid_at)
      select 'Y' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 20000)::text, 19, '0'), 'M' || lpad((1 + n % 20000)::text, 19, '0'), 'membership', 'L' || lpad('1', 19, '0'), 'test',
          'in_' || n, case when n % 40 = 0 then 'failed' else 'paid' end, case when n % 40 > 0 then n end, 'Plan', 500, 'usd', now() - n * interval '1 minute',
          case when n % 40 > 0 then now() - n * interval '1 minute' end from generate_series(1, 30000) n;
    insert into payment_refund (payment_id, amount, at)
      select 'Y' || lpad(n::text, 19, '0'), 100, now() - n * interval '1 minute' from generate_series(1, 10000) n;
    insert into billing_profile (person_id, name) select id, name from person;
    insert into gift_code (id, code_hash, code, months, buyer_id, state, created_at)
      select 'F' || lpad(n::text, 19, '0'), sha256(n::text::bytea), '', 1, 'P' || lpad((1 + n % 20000)::text, 19, '0'), 'ready', now() - n * interval '1 minute' from generate_series(1, 10000) n;
    insert into free_read (month, reader, article_id, at)
      select to_char(now() at time zone 'UTC', 'YYYY-MM'), substr(sha256(n::text::bytea), 1, 16), 'A' || lpad((1 + n % 20000)::text, 19, '0'), now() from generate_series(1, 20000) n;
    insert into free_read_salt (month, salt) values (to_char(now() at time zone 'UTC', 'YYYY-MM'), 'salt');
    insert into gift_link (id, article_id, person_id, token, created_at, expires_at)
      select 'Q' || lpad(n::text, 19, '0'), 'A' || lpad((1 + n % 20000)::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'token-of-a-gift-link-' || n, now(), now() + interval '30 days'
      from generate_series(1, 20000) n;
    insert into member_read (month, article_id, person_id, at, author_ids)
      select to_char(now() at time zone 'UTC', 'YYYY-MM'), 'A' || lpad((1 + n % 20000)::text, 19, '0'), 'P' || lpad((1 + n / 8)::text, 19, '0'), now(),
        array['P' || lpad((1 + n % 3000)::text, 19, '0')] from generate_series(1, 40000) n;
    insert into earnings_month (month, currency, net, carried, revenue, share_percent, pool, reads, test, closed_at)
      select '20' || lpad(y::text, 2, '0') || '-06', 'usd', 100, 0, 100, 50, 50, 10, true, now() from generate_series(1, 20) y;
    insert into earning (month, currency, person_id, article_id, title, reads, authors, tie_key, amount)
      select '20' || lpad((1 + n % 20)::text, 2, '0') || '-06', 'usd', 'P' || lpad((1 + n % 3000)::text, 19, '0'), 'A' || lpad((1 + n % 20000)::text, 19, '0'), 'Story', 1, 1, repeat('0', 32), 1
      from generate_series(1, 40000) n;
    insert into payout (id, person_id, amount, currency, reference, paid_on, created_at, test, request_id)
      select 'O' || lpad(n::text, 19, '0'), 'P' || lpad((1 + n % 3000)::text, 19, '0'), 1, 'usd', 'Transfer', '2020-01-01', now() - n * interval '1 minute', true, n::text from generate_series(1, 20000) n;
    insert into billing_event (provider, id, type, received_at, handled_at, subject, due_at)
      select 'test', 'evt_' || n, 'invoice.paid', now() - n * interval '1 minute', case when n > 50 then now() end, 'subscription:sub_' || n % 700,
          case when n <= 50 then now() + (n - 25) * interval '1 minute' end from generate_series(1, 20000) n;
    insert into exit_answer (membership_id, at, reason) select id, started_at, 'other' from membership;
    set session_replication_role = origin`)
  for (const { sql } of indexes) await pool.query(sql)
  await pool.query('analyze')
  // An index-only scan needs a visibility map, so the tables are vacuumed.
  await pool.query('vacuum article')
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query: { sql, parameters } }) =>
      void (/^(begin|commit|rollback)/.test(sql) || asked.push({ sql, parameters })),
  })
  ctx = aCtx(db)
  // Counting the stories of each month runs every few minutes and blocks no one.
  await getMonths(db, ctx.now())
}, 180_000)

/** Creating the indexes after the insert takes half the time. */
async function dropIndexes() {
  const { rows } = await pool.query<{ name: string; sql: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisunique`)
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  return rows
}

const WEBHOOK = 'H0000000000000000002'
const smtp = { kind: 'smtp' as const, url: 'smtp://localhost', from: 'no-reply@localhost' }
const ARTICLE = 'A0000000000000000077'
const RESPONSE_KEY = 'K0000000000000000077'
const delivery: Delivery = {
  personId: 'P0000000000000000077',
  notificationId: 'N0000000000000000076',
  cause: 'x',
  kind: 'response',
}

/** The first two pages of everyone's articles. */
async function desk(filter: Partial<Received<'GET /api/admin/articles'>['query']>) {
  const wanted = { state: 'all' as const, limit: 5, ...filter }
  const { next } = await listAllArticles(editor(), wanted)
  await listAllArticles(editor(), { ...wanted, before: next ?? undefined })
}

/** A person with access to everything. */
function editor() {
  const person = { id: 'P0000000000000000078', uid: 'uid-78', handle: 'person-78', name: 'Person 78' }
  return { ...ctx, viewer: { ...person, role: 'editor' as const, avatar: null, welcomed: true } }
}

function reader() {
  const viewer = { ...editor().viewer, id: 'P0000000000000001077', uid: 'uid-1077', role: 'reader' as const }
  return { ...editor(), viewer }
}

function rethrow(error: unknown) {
  throw error
}

function people(what: string, query: Partial<PeopleQuery>): [string, () => Promise<unknown>] {
  return [
    `people ${what}`,
    async () => {
      const { next } = await listPeople(editor(), { limit: 2, ...query })
      await listPeople(editor(), { limit: 2, ...query, before: next ?? undefined })
    },
  ]
}

function dataAt(path: string[], query: Parameters<typeof parseTreeQuery>[0] = {}) {
  return readTree({ db: ctx.db, base: '/', uid: 'uid-77' }, path, parseTreeQuery(query))
}

async function drain(lines: AsyncIterable<string>) {
  for await (const line of lines) expect(line).toBeTruthy()
}

/** The tables that a statement would scan sequentially. */
async function sequentialScans({ sql, parameters }: (typeof asked)[number]) {
  const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${sql}`, [...parameters])
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
  return [...plan.matchAll(/"Node Type":"Seq Scan".*?"Relation Name":"(\w+)"/g)].flatMap(([, table = '']) =>
    growing.has(table) ? table : [],
  )
}

test.each<[string, () => Promise<unknown>]>([
  ['home', () => getHome(ctx)],
  ['the feed of the site', () => buildFeed(ctx, { kind: 'site' })],
  ['the feed of a category', () => buildFeed(ctx, { kind: 'category', ref: 'category-3' })],
  ['the feed of a tag', () => buildFeed(ctx, { kind: 'tag', ref: 'tag-77' })],
  ['the feed of a creator', () => buildFeed(ctx, { kind: 'person', ref: 'person-77' })],
  ['a sitemap of stories', async () => drain(await storyFile(ctx, 1))],
  ['refreshing the pages of the sitemap', () => refreshNextPage(ctx)],
  ['a card', () => Promise.all([storyForCard(ctx.db, ARTICLE), coAuthorNames(ctx.db, ARTICLE)])],
  ['the latest stories', () => listStories(ctx, { limit: 20 })],
  [
    'a later page of stories',
    async () => listStories(ctx, { limit: 20, before: (await listStories(ctx, { limit: 20 })).next ?? '' }),
  ],
  [
    'a category',
    () => Promise.all([getCategory(ctx, 'category-3'), listStories(ctx, { category: 'category-3', limit: 20 })]),
  ],
  ['a tag', () => listStories(ctx, { tag: 'tag-77', limit: 20 })],
  ['a profile', () => Promise.all([getProfile(ctx, 'person-7'), listStories(ctx, { author: 'person-7', limit: 20 })])],
  ['a profile by an old handle', () => getProfile(editor(), 'once-7')],
  [
    'followers and following, page by page',
    async () => {
      for (const list of [listFollowers, listFollowing]) {
        const { next } = await list(editor(), 'person-77', { limit: 5 })
        await list(editor(), 'person-77', { limit: 5, before: next ?? undefined })
      }
    },
  ],
  [
    'following and unfollowing a person',
    async () => {
      await follow(editor(), 'person-2000')
      await unfollow(editor(), 'person-2000')
    },
  ],
  [
    'blocking and muting',
    async () => {
      for (const change of [block, mute, unblock, unmute]) await change(editor(), 'person-2001')
      await listBlockedAndMuted(editor())
    },
  ],
  ['suggested people', () => listSuggestedPeople(editor())],
  ['whether a handle is free', () => checkHandle(editor(), 'person-9')],
  ['anonymizing a person', () => anonymizePerson(ctx, 'P0000000000000002500')],
  [
    'a later page of a profile',
    async () => {
      const wanted = { author: 'person-7', limit: 5 }
      await listStories(ctx, { ...wanted, before: (await listStories(ctx, wanted)).next ?? '' })
    },
  ],
  ['a story by slug and by id', () => Promise.all([getStory(ctx, 'story-77'), getStory(ctx, 'A0000000000000000077')])],
  ['a story by an old or unknown slug', () => Promise.allSettled([getStory(ctx, 'once-77'), getStory(ctx, 'never')])],
  ['opening an article', () => presentArticle(editor(), 'A0000000000000000077')],
  ['saving a draft', () => saveDraft(editor(), 'A0000000000000000077', { title: 'Saved', version: 1, save: 'a' })],
  ['the transitions of an article', () => listTransitions(editor(), 'A0000000000000000077')],
  [
    'publishing an article',
    () => transitionArticle(editor(), 'A0000000000000000050', { move: 'publish', note: '', at: null, version: null }),
  ],
  [
    'scheduled publishing',
    async () => {
      const clock = createScheduledPublisher(ctx)
      await clock.wake()
      await clock.close()
    },
  ],
  ['purging the trash', () => purgeTrash(ctx)],
  [
    'closing the responses of older stories',
    async () => {
      await updateSetting(ctx, 'responses.closeAfterDays', 7)
      const clock = createClosingClock(ctx, () => {})
      await clock.wake()
      await clock.close()
      await updateSetting(ctx, 'responses.closeAfterDays', 0)
    },
  ],
  [
    'responses, paginated, for a visitor, an editor and a reader, from a reply',
    async () => {
      for (const asking of [ctx, editor(), reader()]) {
        for (const sort of responseSorts) {
          const wanted = { sort, limit: 20, at: 'Q0000000000000004000' }
          const { next } = await listThreads(asking, 'story-77', wanted)
          await listThreads(asking, 'story-77', { ...wanted, before: next ?? undefined })
        }
        const { next } = await listReplies(asking, 'Q0000000000000000001', { limit: 20 })
        await listReplies(asking, 'Q0000000000000000001', { limit: 20, before: next ?? undefined })
      }
    },
  ],
  [
    'creating, moderating and deleting a response',
    async () => {
      const { id } = await respond(reader(), 'story-77', {
        text: 'Hi @person-9',
        parent: 'Q0000000000000000001',
        key: RESPONSE_KEY,
      })
      await editResponse(reader(), id, 'Hi @person-10')
      await likeResponse(editor(), id)
      await unlikeResponse(editor(), id)
      await hideResponse(editor(), id)
      await approveResponse(editor(), id)
      await reportResponse(editor(), id, { reason: 'other', note: '' })
      await deleteResponse(reader(), id)
      await pinResponse(editor(), 'Q0000000000000000002')
    },
  ],
  [
    'liking a story',
    async () => {
      await likeStory(reader(), 'story-77')
      await unlikeStory(reader(), 'story-77')
    },
  ],
  [
    'the moderation queue, page by page',
    async () => {
      for (const view of caseViews) {
        const { next } = await listCases(editor(), { view, limit: 5 })
        await listCases(editor(), { view, limit: 5, before: next ?? undefined })
        for (const kind of targetKinds) {
          await listCases(editor(), { view, kind, limit: 5 })
          await listCases(editor(), { view, kind, sort: '-reports', limit: 5 })
        }
        await listCases(editor(), { view, sort: '-opened', limit: 5 })
        await listCases(editor(), { view, q: 'person-77', limit: 5 })
      }
      await countViews(editor())
    },
  ],
  [
    'a moderation case, and a target that has none',
    async () => {
      await getCase(editor(), 'response:R0000000000000000077')
      await getCase(editor(), 'person:P0000000000000000077')
      await getCase(editor(), 'story:A0000000000000000077')
    },
  ],
  [
    'deciding and undoing',
    async () => {
      const input = { action: 'hide' as const, reason: 'spam' as const, note: '', days: null }
      const id = await decide(editor(), 'response:R0000000000000000078', input)
      await undoDecision(editor(), id ?? '')
      await decide(editor(), 'response:R0000000000000000078', { ...input, action: 'warn' })
      await reportStory(reader(), 'story-79', { reason: 'spam', note: '' })
    },
  ],
  [
    'all responses, by words, author, story, state and reports',
    async () => {
      for (const filter of [
        {},
        { q: 'rare' },
        { author: 'person-77' },
        { story: 'story-77' },
        { state: 'hidden' as const },
        { state: 'hidden' as const, sort: '-reports' as const },
        { state: 'shadow' as const },
        { state: 'shadow' as const, sort: '-reports' as const },
        { sort: '-reports' as const },
      ]) {
        const { next } = await listResponses(editor(), { limit: 5, ...filter })
        await listResponses(editor(), { limit: 5, ...filter, before: next ?? undefined })
      }
    },
  ],
  ['checking rules against past responses', async () => checkPastResponses(editor(), await getRules(editor()))],
  ['mention suggestions', () => listMentionable(reader(), 'story-77', 'person-12')],
  [
    'the creators',
    async () => {
      for (const sort of creatorSorts) {
        const wanted = { sort, limit: 24 }
        await listCreators(ctx, { ...wanted, before: (await listCreators(ctx, wanted)).next ?? undefined })
      }
      await listCreators(ctx, { sort: 'read', q: 'person', category: 'category-3', limit: 24 })
    },
  ],
  [
    'trending stories',
    () => Promise.all([listTrending(ctx, { limit: 6 }), listTrending(ctx, { category: 'category-3', limit: 6 })]),
  ],
  ['related stories', () => getRelatedStories(ctx, 'story-77')],
  ['a tag page', () => getTag(ctx, 'tag-77')],
  ['a tag by an old or unknown slug', () => Promise.allSettled([getTag(ctx, 'once-77'), getTag(ctx, 'never')])],
  [
    'the tags of the admin area',
    async () => {
      for (const sort of tagSorts) {
        for (const used of [undefined, 'no'] as const) {
          const { next } = await listAdminTags(ctx, { sort, used, limit: 5 })
          await listAdminTags(ctx, { sort, used, limit: 5, before: next ?? undefined })
          await listAdminTags(ctx, { sort: `-${sort}`, used, limit: 5 })
        }
      }
      await listAdminTags(ctx, { q: 'tag 77', limit: 5 })
    },
  ],
  [
    'the topics of the admin area',
    async () => {
      const { next } = await topicPage(ctx.db, ctx.now(), { limit: 5 })
      await topicPage(ctx.db, ctx.now(), { limit: 5, before: next ?? undefined })
      await topicPage(ctx.db, ctx.now(), { limit: 5, sort: '-stories' })
      await topicPage(ctx.db, ctx.now(), { limit: 5, sort: 'name' })
    },
  ],
  ['renaming a tag', () => renameTag(editor(), topicStores, 'T0000000000000000081', { name: 'Renamed', version: 1 })],
  [
    'merging tags',
    async () => {
      await previewMerge(ctx, 'tag', ['T0000000000000000083'], 'T0000000000000000084')
      await mergeTopic(editor(), topicStores, 'tag', 'T0000000000000000083', 'T0000000000000000084')
    },
  ],
  [
    'merging categories, a batch of each stage',
    async () => {
      const move = { kind: 'category' as const, from: 'C0000000000000000007', into: 'C0000000000000000008' }
      await moveCategoryArticles(ctx, move, 10)
      await moveCategoryDrafts(ctx, move, 10)
      await moveTopicFollows(ctx, move, 10)
      await topicSize(ctx.db, 'category', move.from, 101)
    },
  ],
  [
    'recording a visitor’s reading',
    () =>
      recordReading({ ...editor(), viewer: null, session: { ...ctx.session, device: 'Firefox' } }, 'story-77', {
        progress: 100,
        finished: true,
      }),
  ],
  ['recording a reading', () => recordReading(editor(), 'story-77', { progress: 50, finished: false })],
  ['started stories', () => listReadings(editor())],
  ['followed topics', () => listTopics(editor())],
  ['refreshing recommendations', () => refreshNextRecommendations(ctx)],
  ['computing related stories', () => findRelated(ctx)],
  ['counting engagement', () => countEngagement(ctx)],
  ['the For you list', () => listForYou(editor(), { limit: 20 })],
  [
    'For you as newest first',
    async () => {
      const plain = { ...editor(), viewer: { ...editor().viewer, id: 'P0000000000000000079' } }
      await listForYou(plain, { limit: 5, before: (await listForYou(plain, { limit: 5 })).next ?? '' })
    },
  ],
  ['updating the weights of For you', () => updateWeights(editor(), { ...defaultWeights, people: 3, trending: 0 })],
  ['the topics of a person', () => listPersonTopics(ctx, 'person-77')],
  [
    'the Following list',
    async () =>
      listFollowingFeed(editor(), {
        limit: 5,
        before: (await listFollowingFeed(editor(), { limit: 5 })).next ?? undefined,
      }),
  ],
  [
    'saving and unsaving a story',
    async () => {
      await saveStory(editor(), 'story-77')
      await getSavedState(editor(), 'story-77')
      await unsaveStory(editor(), 'story-77')
    },
  ],
  [
    'reading lists',
    async () => {
      const [first, second] = await listOwnLists(editor())
      if (!first || !second) throw new Error('There are no lists')
      const { items, next } = await listBookmarks(editor(), first.id, { limit: 4 })
      await listBookmarks(editor(), first.id, { limit: 4, before: next ?? '' })
      await listPublicLists(ctx, 'person-7')
      await reorderLists(editor(), [second.id, first.id])
      const [top, below] = items.map(({ story: { id } }) => id)
      await moveStory(editor(), first.id, top ?? '', below ?? '')
      await bulkUpdate(editor(), first.id, { do: 'move', stories: [top ?? ''], to: second.id })
      const made = await createList(editor(), { name: 'New', description: '', public: false })
      await addToList(editor(), made.id, 'story-79', { note: 'Read it' })
      await deleteList(editor(), made.id)
      await restoreList(editor(), made.id)
    },
  ],
  ['purging deleted lists', () => purgeDeletedLists(ctx)],
  ['removing a story from all lists', () => removeStoryFromLists(ctx, 'A0000000000000000079')],
  ['notifications', () => listNotifications(editor(), { filter: 'all', limit: 20 })],
  ['notifications of one kind', () => listNotifications(editor(), { filter: 'likes', limit: 20 })],
  ['unread notifications', () => listNotifications(editor(), { filter: 'unread', limit: 20 })],
  ['marking notifications as read', () => markRead(editor(), { upTo: 2 })],
  [
    'missed notifications of connected people',
    () => listNotificationsAfter(ctx, [{ personId: 'P0000000000000000078', after: 2 }], 100),
  ],
  ['unread counts', () => listUnreadStates(ctx, ['P0000000000000000077', 'P0000000000000000078'])],
  ['active sessions of connected people', () => findActiveSessions(ctx, ['S0000000000000000077'])],
  ['changes to the responses of a story', () => listChangesSince(ctx, 'A0000000000000000077', Date.now())],
  ['fanning out events with one recipient', () => fanOutSingles(ctx)],
  ['fanning out to a batch of followers', async () => fanOutBatch(ctx, (await nextDueEvent(ctx, 'many')) ?? '', 5)],
  ['deleting old notifications', () => sweepNotifications(ctx)],
  ['identifying a session', () => identify({ ...ctx, session: { ...ctx.session, token: '77' } }, true)],
  ['signing in', () => signInWithPassword(ctx, { email: 'unknown@example.com', password: 'x' }).catch(() => {})],
  ['ending sessions', () => endSessions(ctx, 'uid-77')],
  [
    'mail by state, kind and recipient, page by page',
    async () => {
      const filters = [{}, { q: 'person-77@example.com' }, { q: 'person-77' }, { kind: 'reset' }]
      const states = mailStates.map((state) => ({ state }))
      for (const filter of [...filters, ...states]) {
        const { next } = await listMail(ctx, { limit: 5, ...filter }, smtp)
        await listMail(ctx, { limit: 5, ...filter, before: next ?? undefined }, smtp)
      }
      await getMailSummary(ctx, smtp)
      await getMail(ctx, 'M0000000000000000077', smtp)
    },
  ],
  [
    'failed items and the queues of jobs',
    async () => {
      const { next } = await listFailedItems(ctx, { limit: 5 })
      await listFailedItems(ctx, { limit: 5, before: next ?? undefined })
      await getOperationsHealth(ctx, { fresh: true })
    },
  ],
  [
    'failures of jobs, page by page',
    async () => {
      for (const filter of [{}, { job: 'push' }]) {
        const { next } = await listJobFailures(ctx, { limit: 5, ...filter })
        await listJobFailures(ctx, { limit: 5, ...filter, before: next ?? undefined })
      }
    },
  ],
  [
    'a library, page by page',
    async () =>
      listMedia(editor(), {
        limit: 5,
        of: 'me',
        before: (await listMedia(editor(), { limit: 5, of: 'me' })).next ?? '',
      }),
  ],
  ['everyone’s pictures', () => listMedia(editor(), { limit: 20, of: 'everybody', kind: 'picture', q: 'picture 7' })],
  ['a picture', () => getMedia(editor(), 'I0000000000000000077')],
  ['a variant of a picture', () => variantById(ctx.db, { id: 'I0000000000000000077', width: 320, format: 'avif' })],
  [
    'resuming abandoned pictures',
    async () => {
      const pictureWorker = createPictureWorker({ ...ctx, now: () => new Date(0) })
      await pictureWorker.resumeAbandoned()
      await pictureWorker.close()
    },
  ],
  [
    'checking the quota for an upload',
    () => checkQuota(ctx, { uid: 'uid-77', bucket: 'bramble', name: 'users/uid-77/x', bytes: 9 }),
  ],
  ...(['all', 'draft', 'in-review', 'published', 'trashed'] as const).flatMap((state) =>
    articleSorts.map((sort): [string, () => Promise<unknown>] => [
      `everyone’s articles, ${state}, by ${sort}`,
      async () => {
        await desk({ state, sort })
        await desk({ state, sort: `-${sort}` })
      },
    ]),
  ),
  ['articles of a category', () => desk({ category: 'category-3' })],
  ['articles of an author', () => desk({ author: 'person-7' })],
  ['searching the articles of an author', () => desk({ q: 'story 77', author: 'person-7' })],
  ['searching the review queue', () => desk({ q: 'story 77', state: 'in-review' })],
  ...['me', 'none', 'person-7'].map((reviewer): [string, () => Promise<unknown>] => [
    `the queue of the reviewer ${reviewer}`,
    () => desk({ reviewer }),
  ]),
  ['the reviewers', () => listReviewers(editor())],
  ['a review', () => getReview(editor(), 'A0000000000000000010')],
  ['a review of a story that is not in the queue', () => getReview(editor(), ARTICLE)],
  ['the version that was submitted', () => getSubmittedVersion(editor(), ARTICLE)],
  [
    'assigning a story',
    () => assignReviewer(editor(), { ids: ['A0000000000000000010'], reviewer: 'P0000000000000000078' }),
  ],
  [
    'the own desk, paginated',
    async () => {
      const wanted = { state: 'published' as const, sort: 'changed' as const, limit: 2, q: 'story' }
      await listOwnArticles(editor(), {
        ...wanted,
        before: (await listOwnArticles(editor(), wanted)).next ?? undefined,
      })
      await countOwnArticles(editor())
    },
  ],
  [
    'revisions',
    async () => {
      const { items, next } = await listRevisions(editor(), ARTICLE, { limit: 1 })
      await listRevisions(editor(), ARTICLE, { limit: 1, before: next ?? undefined })
      await getRevision(editor(), ARTICLE, items[0]?.id ?? '')
      await sampleRevision(editor(), ARTICLE)
    },
  ],
  ['notes', () => listNotes(editor(), ARTICLE)],
  ['links', () => Promise.all([listShareLinks(editor(), ARTICLE), deleteExpiredShareLinks(ctx.db, new Date(0))])],
  ['a preview', () => getPreview(ctx, ARTICLE, 'x').catch(() => {})],
  ['a preview for its editor', () => getPreview(editor(), 'story-77', undefined)],
  ['where a picture is used', () => locateArticles(editor(), [ARTICLE])],
  ['people suggestions', () => searchPeople(ctx, 'person-77')],
  ['tag suggestions', () => findTags(ctx, 'tag 77')],
  ['a search', () => search(ctx, { q: 'story 77', kind: 'stories', limit: 20, author: 'person-7' })],
  ['a search with a typo', () => search(ctx, { q: 'c4cx4238', kind: 'stories', limit: 20 })],
  ['a search for people', () => search(ctx, { q: 'person 77', kind: 'creators', limit: 20 })],
  ['suggestions', () => suggest(ctx, 'sto')],
  ['queueing mail for a notification', () => queueMail(ctx, [delivery])],
  ['queueing a push for a notification', () => queuePush(ctx, [delivery])],
  ['delivering due mail', () => deliverDueMail(ctx)],
  ['delivering a due push', () => deliverDuePushes(ctx).catch(() => {})],
  [
    'notification preferences',
    async () => {
      const { preferences } = await getPreferences(editor())
      await updatePreferences(editor(), preferences)
    },
  ],
  [
    'push in a browser',
    async () => {
      await subscribeToPush(editor(), { endpoint: 'https://127.0.0.1/new', keys: aReceiver().keys })
      await unsubscribeFromPush(editor(), 'https://127.0.0.1/new')
    },
  ],
  ['unsubscribing', () => Promise.all([getUnsubscribeState(ctx, '77'), unsubscribe(ctx, '78')])],
  ['deleting old unsubscribe links', () => sweepUnsubscribeLinks(ctx.db, new Date(0))],
  ['deleting the deliveries to a person', () => deleteDeliveriesTo(ctx, 'P0000000000000000079')],
  ['webhooks', () => listWebhooks(ctx)],
  ['API keys', () => listApiKeys(ctx)],
  ['the creator of an API key', () => keysByHash(ctx.db, { hash: hashSecret(API_KEY) })],
  ['deliveries of a webhook', () => listDeliveries(ctx, WEBHOOK, { limit: 50 })],
  [
    'failed deliveries of a webhook, oldest first',
    () => listDeliveries(ctx, WEBHOOK, { limit: 50, state: 'failed', sort: 'at' }),
  ],
  ['deliveries of an event type', () => listDeliveries(ctx, WEBHOOK, { limit: 50, type: 'person.deleted' })],
  [
    'failed deliveries of an event type',
    () => listDeliveries(ctx, WEBHOOK, { limit: 50, type: 'person.deleted', state: 'failed' }),
  ],
  ['a delivery', () => getDelivery(ctx, 77)],
  ['replaying a delivery', () => replayDeliveries(editor(), [77])],
  ['replaying failed deliveries', () => replayFailed(editor(), WEBHOOK)],
  [
    'sending a due delivery',
    async () => {
      const [leased] = await leaseDueEndpoints(ctx, 1)
      if (!leased) throw new Error('nothing is due')
      let sent = 0
      await sendDue(ctx, leased, () => sent++ > 0)
    },
  ],
  ['deleting old webhook events', () => sweepWebhooks({ ...ctx, now: () => new Date(0) })],
  ['erasing webhook events about a person', () => eraseEventsAbout(ctx, 'P0000000000000000077')],
  ['an emailed code', () => findCode(ctx, '77').catch(() => {})],
  ['stories by key', () => dataAt(['articles'], { orderBy: '"$key"', limitToFirst: '20' })],
  [
    'stories by key, backwards from a position',
    () => dataAt(['articles'], { orderBy: '"$key"', endAt: '"A0000000000000010000"', limitToLast: '20' }),
  ],
  ['a story in the data tree', () => dataAt(['articles', 'A0000000000000000077', 'title'])],
  ['a tag in the data tree', () => dataAt(['tags', 'tag-77'])],
  ['the own user record', () => dataAt(['users', 'uid-77'])],
  ...peopleSorts.flatMap((name) =>
    ([name, `-${name}`] as const).flatMap((sort) => [
      people(`by ${sort}`, { sort }),
      people(`with a role, by ${sort}`, { sort, role: 'editor' }),
      people(`who are disabled, by ${sort}`, { sort, state: 'disabled' }),
      people(`who are members, by ${sort}`, { sort, member: 'yes' }),
      people(`who are not members, by ${sort}`, { sort, member: 'no' }),
      people(`found by a word, by ${sort}`, { sort, q: 'person-77' }),
      people(`found by an address, by ${sort}`, { sort, q: 'person-77@example.com' }),
      people(`who joined on a day, by ${sort}`, { sort, joinedFrom: '2020-01-01', joinedTo: '2020-01-01' }),
      people(`who were seen on a day, by ${sort}`, { sort, seenFrom: '2020-01-01', seenTo: '2020-01-01' }),
    ]),
  ),
  ['the admin screen of a person', () => getPersonDetails(editor(), 'P0000000000000000077')],
  ['the preview of an erasure', () => previewErasure(editor(), 'P0000000000000000077')],
  [
    'announcements, for a reader and for an editor',
    async () => {
      await getAnnouncements(reader(), createCachedValue(announcementTags))
      await dismissAnnouncement(reader(), 'N0000000000000000001', 1)
      for (const query of [{}, { sort: '-priority' as const }, { q: 'News 77' }, { state: 'live' as const }]) {
        const { next } = await listAnnouncements(editor(), { limit: 2, ...query })
        await listAnnouncements(editor(), { limit: 2, ...query, before: next ?? undefined })
      }
    },
  ],
  ['the next start or end of an announcement', () => nextStartOrEnd(ctx.db, new Date())],
  [
    'entitlements that end, and the next end',
    async () => {
      const clock = createEntitlementClock(ctx, () => {})
      await clock.wake()
      await clock.close()
    },
  ],
  [
    'a berry basket, page by page',
    async () => {
      await getBasket(editor())
      await listOwnRedemptions(editor())
      await createLeaderboard()(ctx)
      const { next } = await listLedger(editor(), { limit: 2 })
      await listLedger(editor(), { limit: 2, before: next ?? undefined })
      for (const side of ['given', 'received'] as const) {
        const page = await listGifts(editor(), { side, limit: 2 })
        await listGifts(editor(), { side, limit: 2, before: page.next ?? undefined })
      }
    },
  ],
  [
    'earning, giving and undoing berries',
    async () => {
      const read = { personId: reader().viewer.id, articleId: ARTICLE, isFirst: true }
      await inTransaction(reader(), (tx) => earnForRead(tx, read))
      const { gift } = await giveBerries(reader(), 'story-79', { amount: 1, request: newId() })
      await undoGift(reader(), gift)
      await settleDueGifts(
        ctx,
        () => false,
        (error) => {
          throw error
        },
      )
    },
  ],
  [
    'redeeming, fulfilling and refunding a reward',
    async () => {
      const request = { price: 10, answer: '', request: newId() }
      const { redemption } = await redeemReward(reader(), 'W0000000000000000001', request)
      await fulfilRedemption(editor(), redemption.id, '')
      await refundRedemption(editor(), redemption.id, 'Back')
    },
  ],
  [
    'rewards in the admin area, page by page',
    async () => {
      await getRewardsOverview(ctx)
      const filters = [{}, { state: 'to-fulfil' as const }, { reward: 'W0000000000000000001' }, { q: 'person-77' }]
      for (const filter of filters) {
        for (const sort of ['at', '-at', '-price'] as const) {
          const { next } = await listRedemptions(ctx, { limit: 2, sort, ...filter })
          await listRedemptions(ctx, { limit: 2, sort, ...filter, before: next ?? undefined })
        }
      }
      for (const filter of [
        {},
        { kind: 'correction' as const },
        { kind: 'read' as const },
        { q: 'person-77' },
        { q: '77' },
      ]) {
        const { next } = await listTransfers(ctx, { limit: 2, ...filter })
        await listTransfers(ctx, { limit: 2, ...filter, before: next ?? undefined })
      }
    },
  ],
  [
    'correcting a balance and reversing it',
    async () => {
      const correction = { handle: 'person-77', amount: 5, note: 'Lost', request: newId() }
      const { id } = await correctBalance(editor(), correction)
      await reverseByAdmin(editor(), id, 'Found')
    },
  ],
  ['the berries of a deleted account', () => inTransaction(ctx, (tx) => closeBerryAccount(tx, 'P0000000000000002501'))],
  ['the own membership', () => getOwnMembership(reader(), createTestProvider(ctx))],
  [
    'joining, switching, cancelling and resuming',
    async () => {
      const payments = createTestProvider(ctx)
      // Without a membership before.
      const joiner = { ...reader(), viewer: { ...reader().viewer, id: 'P0000000000000001076', uid: 'uid-1076' } }
      const order = { plan: 'L0000000000000000001', coupon: 'CODE-7', request: newId() }
      const { checkout, url } = await startMembershipCheckout(joiner, payments, order)
      await payTestSession(joiner, payments, new URL(url).searchParams.get('session') ?? '', 'works')
      await getCheckoutResult(joiner, payments, checkout)
      const plan = 'L0000000000000000002'
      const { at, dueNow, price } = await previewSwitch(joiner, payments, plan)
      await switchPlan(joiner, payments, { plan, at, dueNow, price })
      await cancelMembership(joiner, payments, { reason: 'other', comment: '' })
      await resumeMembership(joiner, payments)
      await syncOwnMembership(joiner, payments)
      await updateBilling(joiner, payments, { name: 'Ada', address: '', country: '', taxId: '' })
      const seat = await inviteToSeat(joiner, { email: 'guest@example.com' })
      await removeSeat(joiner, seat.id)
      const membership = await membershipOf(joiner.db, joiner.viewer.id)
      await refundMember(joiner, payments, membership?.id ?? '', '')
      await inTransaction(joiner, (tx) => eraseMembershipOf(tx, joiner.viewer.id))
    },
  ],
  [
    'buying, redeeming and refunding a gift',
    async () => {
      const payments = createTestProvider(ctx)
      const gift = { recipientName: '', recipientEmail: '', message: '', request: newId() }
      const order = { plan: 'L0000000000000000005', ...gift }
      const { checkout, url } = await startGiftCheckout(reader(), payments, order)
      await payTestSession(reader(), payments, new URL(url).searchParams.get('session') ?? '', 'works')
      const { gift: bought } = await getCheckoutResult(reader(), payments, checkout)
      await redeemGiftCode(editor(), payments, bought?.code ?? '')
      await inTransaction(ctx, (tx) => endGiftOf(tx, checkout))
    },
  ],
  [
    'payment events',
    async () => {
      const payments = createTestProvider(ctx)
      await saveBillingEvent(ctx, payments, { id: newId(), type: 'charge.refunded', subject: 'charge:77' })
      while (await handleNextEvent(ctx, payments, rethrow));
      await sweepBillingEvents({ ...ctx, now: () => new Date(0) })
    },
  ],
  [
    'memberships and checkouts that are due',
    async () => {
      const payments = createTestProvider(ctx)
      expect(await reconcileCheckout(ctx, payments, rethrow)).toBe(true)
      expect(await reconcileMembership(ctx, payments, rethrow)).toBe(true)
    },
  ],
  [
    'the entitlements of a group',
    () =>
      inTransaction(ctx, (tx) =>
        refreshEntitlements(
          tx,
          [1, 2, 3, 500, 1077].map((n) => `P${String(n).padStart(19, '0')}`),
        ),
      ),
  ],
  [
    'a grant of months',
    () =>
      inTransaction(ctx, (tx) =>
        grantMembership(tx, { personId: reader().viewer.id, months: 1, source: 'gift', cause: 'gift:plans' }),
      ),
  ],
  [
    'the seats of a group',
    () => listSeats({ ...editor(), viewer: { ...editor().viewer, id: 'P0000000000000000600' } }),
  ],
  ['the holders of seats', () => listSeatHolders(ctx, 'M0000000000000000600')],
  ['an invitation to a seat', () => findSeatInvitation(ctx, 'x'.repeat(40)).catch(() => {})],
  ['a coupon', () => getDiscount(reader(), { code: 'CODE-7', plan: 'L0000000000000000001' }).catch(() => {})],
  ['gifts that a person bought', () => listOwnGifts(reader())],
  ['a gift code', () => redeemGiftCode(reader(), createTestProvider(ctx), 'AAAA-BBBB').catch(() => {})],
  [
    'receipts, page by page',
    async () => {
      const { next } = await listReceipts(reader(), { limit: 1 })
      await listReceipts(reader(), { limit: 1, before: next ?? undefined })
    },
  ],
  ...[{}, { state: 'past-due' as const }, { plan: 'L0000000000000000002' }, { q: 'person-77' }].map(
    (filter): [string, () => Promise<unknown>] => [
      `members with ${JSON.stringify(filter)}`,
      async () => {
        const { next } = await listMembers(editor(), { limit: 5, ...filter })
        await listMembers(editor(), { limit: 5, ...filter, before: next ?? undefined })
      },
    ],
  ),
  ...[{}, { state: 'failed' as const }, { person: 'P0000000000000000077' }, { q: '000077' }].map(
    (filter): [string, () => Promise<unknown>] => [
      `payments with ${JSON.stringify(filter)}`,
      async () => {
        const { next } = await listPayments(editor(), { limit: 5, ...filter })
        await listPayments(editor(), { limit: 5, ...filter, before: next ?? undefined })
      },
    ],
  ),
  [
    'free months, page by page and of a person',
    async () => {
      const { next } = await listGrants(editor(), { limit: 5 })
      await listGrants(editor(), { limit: 5, before: next ?? undefined })
      await listGrants(editor(), { limit: 5, person: '@person-77' })
    },
  ],
  [
    'the members-only part, free stories and gift links',
    async () => {
      await getMembersPart(reader(), 'story-79', 'token-of-a-gift-link-77')
      await openStory(reader(), 'story-79', undefined)
      await getOrCreateGiftLink(editor(), 'story-79').catch(() => {})
    },
  ],
  [
    'reads that earn, and those of a deleted story',
    () =>
      inTransaction(ctx, async (tx) => {
        await recordMemberRead(tx, { personId: 'P0000000000000010002', articleId: ARTICLE })
        await keepReadsOfStory(tx, 'A0000000000000000078')
      }),
  ],
  [
    // The estimate sums all payments, once a minute.
    'own earnings, page by page, and payouts',
    async () => {
      const month = ctx.now().toISOString().slice(0, 7)
      await getOwnEarnings(editor(), async () => [])
      await listOwnStories(editor(), { month, limit: 5 }, async () => [])
      const { next } = await listOwnStories(editor(), { month: '2018-06', limit: 1 })
      await listOwnStories(editor(), { month: '2018-06', limit: 1, before: next ?? undefined })
      const payouts = await listPayouts(ctx, { limit: 5 })
      await listPayouts(ctx, { limit: 5, before: payouts.next ?? undefined })
    },
  ],
  ['gift codes', () => listGiftCodes(ctx, { limit: 5, state: 'ready' })],
  ['trials that end', () => notifyEndingTrials(ctx)],
  ['sign-in pictures', () => getSignInPicture(ctx)],
  ...(['today', '30d'] as const).map((range): [string, () => Promise<unknown>] => [
    `figures: ${range}`,
    async () => {
      await getSiteOverview(ctx, { range })
      const { next } = await listFigures(ctx, 'source', { range, limit: 2 })
      await listFigures(ctx, 'source', { range, limit: 2, before: next ?? undefined })
      await getFunnel(ctx, { range })
      await listVitals(ctx, { range })
      await getStoryFigures(editor(), ARTICLE, { range }, async () => [])
      await getOwnFigures(editor(), { range }, async () => [])
      await getPageFigures(ctx, { range, of: 'public' })
    },
  ]),
  ['live figures', () => getLiveFigures(ctx)],
  ['the figures of stories on the desk', () => sumStoryTotals(ctx.db, [ARTICLE, 'A0000000000000000078'])],
  ['pending invitations', () => listInvitations(editor(), { limit: 20 })],
])('%s scans no growing table sequentially', async (_what, ask) => {
  asked.length = 0
  await ask()
  expect(asked.length).toBeGreaterThan(0)
  for (const statement of asked) expect(await sequentialScans(statement), statement.sql).toEqual([])
})
