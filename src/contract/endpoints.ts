import { accountEndpoints } from './identity/account.ts'
import { articleEndpoints } from './articles/articles.ts'
import { adminArticleEndpoints } from './articles/admin-articles.ts'
import { deskEndpoints } from './articles/desk.ts'
import { reviewEndpoints } from './articles/review.ts'
import { submissionEndpoints } from './articles/submissions.ts'
import { revisionEndpoints } from './articles/revisions.ts'
import { templateEndpoints } from './articles/templates.ts'
import { adminEndpoints } from './admin/admin.ts'
import { analyticsEndpoints } from './analytics/analytics.ts'
import { analyticsEventEndpoints } from './analytics/events.ts'
import { apiKeyEndpoints } from './api-keys/api-keys.ts'
import { auditEndpoints } from './audit.ts'
import { bannerEndpoints } from './banners.ts'
import { backupEndpoints } from './backup.ts'
import { bookmarkEndpoints } from './bookmarks.ts'
import { conversationEndpoints } from './conversation/conversation.ts'
import { discoveryEndpoints } from './discovery.ts'
import type * as shapes from './endpoint.ts'
import { identityEndpoints } from './identity/identity.ts'
import { linkEndpoints } from './links.ts'
import { earningsEndpoints } from './earnings/earnings.ts'
import { earningsAdminEndpoints } from './earnings/earnings-admin.ts'
import { mailEndpoints } from '#contract/mail/mail.ts'
import { mailServerEndpoints } from '#contract/mail/mail-server.ts'
import { mediaEndpoints } from './media.ts'
import { jobEndpoints, systemEndpoints } from '#contract/operations/operations.ts'
import { membershipEndpoints } from './membership/membership.ts'
import { membershipAdminEndpoints } from './membership/membership-admin.ts'
import { moderationEndpoints } from './moderation/moderation.ts'
import { notificationEndpoints } from './notifications/notifications.ts'
import { paywallEndpoints } from './paywall.ts'
import { peopleAdminEndpoints } from '#contract/people-admin/people-admin.ts'
import { peopleEndpoints } from './people.ts'
import { readingEndpoints } from './reading.ts'
import { rewardEndpoints } from './rewards/rewards.ts'
import { rewardAdminEndpoints } from './rewards/rewards-admin.ts'
import { searchEndpoints } from './search.ts'
import { settingsEndpoints } from './settings/settings.ts'
import { siteEndpoints } from './settings/site.ts'
import { sitePageEndpoints } from './site-pages/site-pages.ts'
import { signInSettingsEndpoints } from './identity/sign-in-settings.ts'
import { storageEndpoints } from './storage.ts'
import { taxonomyEndpoints } from '#contract/taxonomy/taxonomy.ts'
import { webhookEndpoints } from './webhooks/webhooks.ts'

/** Every endpoint of the API. */
export const endpoints = {
  ...siteEndpoints,
  ...settingsEndpoints,
  ...sitePageEndpoints,
  ...identityEndpoints,
  ...accountEndpoints,
  ...signInSettingsEndpoints,
  ...mailEndpoints,
  ...mailServerEndpoints,
  ...storageEndpoints,
  ...mediaEndpoints,
  ...deskEndpoints,
  ...adminArticleEndpoints,
  ...articleEndpoints,
  ...revisionEndpoints,
  ...reviewEndpoints,
  ...submissionEndpoints,
  ...templateEndpoints,
  ...linkEndpoints,
  ...readingEndpoints,
  ...paywallEndpoints,
  ...conversationEndpoints,
  ...moderationEndpoints,
  ...bookmarkEndpoints,
  ...notificationEndpoints,
  ...peopleEndpoints,
  ...discoveryEndpoints,
  ...searchEndpoints,
  ...auditEndpoints,
  ...adminEndpoints,
  ...taxonomyEndpoints,
  ...bannerEndpoints,
  ...webhookEndpoints,
  ...jobEndpoints,
  ...systemEndpoints,
  ...peopleAdminEndpoints,
  ...backupEndpoints,
  ...apiKeyEndpoints,
  ...membershipEndpoints,
  ...membershipAdminEndpoints,
  ...rewardEndpoints,
  ...rewardAdminEndpoints,
  ...earningsEndpoints,
  ...earningsAdminEndpoints,
  ...analyticsEventEndpoints,
  ...analyticsEndpoints,
}

type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints
export type Sent<K extends EndpointKey> = shapes.Sent<Endpoints[K]>
export type Received<K extends EndpointKey> = shapes.Received<Endpoints[K]>
export type Reply<K extends EndpointKey> = shapes.Reply<Endpoints[K]>
