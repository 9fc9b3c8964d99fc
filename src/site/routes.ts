import type { ColorMode } from './color-mode.ts'
import type { GuardName } from './guards/names.ts'

export type LayoutName = 'admin' | 'author' | 'default' | 'empty' | 'override' | 'reader' | 'user'

export type PageRow = {
  path: string
  /** `reading/story` is `reading/story-page.tsx` and, on the server only, `reading/story-data.ts`. */
  page: string
  layout: LayoutName
  title: string
  /** The data file, when it is not the page's own. */
  data?: string
  guards?: readonly GuardName[]
  /** Forces a color mode; the default is light. */
  colorMode?: ColorMode
  /** The query parameters that the page reads. Others are ignored and not part of the cache key. */
  query?: readonly string[]
  /**
   * `shared`: signed-in readers get one page with their own marks, name and picture filled in. Its data must not depend on
   * the reader in any other way; `rendering/marks.ts` lists the fields. `own`: the page of each reader is cached for them.
   */
  members?: 'shared' | 'own'
  /** Never cached: its content can change without a write, such as a link that expires. */
  neverCached?: boolean
  /** A page to read, which is complete without its code: that starts at the first user input (decision 38). */
  onDemand?: boolean
  /** Not part of the built site. */
  developmentOnly?: boolean
}

/** For a page whose feature is not built yet; its text is in static-pages/coming-soon-text.ts. */
export const COMING_SOON = 'static-pages/coming-soon'

/** Every URL of the site, in the order of the specification. */
// prettier-ignore
export const rows: readonly PageRow[] = [
  { path: '/', page: 'discovery/home', layout: 'default', title: 'Home', query: ['tab', 'before'], members: 'own', onDemand: true },
  { path: '/about', page: 'site-pages/public', layout: 'default', title: 'About', members: 'shared', onDemand: true },
  { path: '/articles', page: 'articles/desk/desk', layout: 'author', title: 'Your stories', guards: ['signed-in'], query: ['state', 'q', 'sort', 'before'] },
  { path: '/articles/new', page: 'articles/writing/new-story', layout: 'override', title: 'New story', guards: ['signed-in'] },
  { path: '/articles/edit', page: 'articles/writing/edit-story', layout: 'override', title: 'Edit story', guards: ['signed-in'], query: ['id', 'revisions'] },
  { path: '/berrybasket', page: 'rewards/berry-basket', layout: 'default', title: 'Berry basket', query: ['show', 'before'] },
  { path: '/category/:categoryname', page: 'reading/category', layout: 'default', title: 'Category', query: ['before'], members: 'shared', onDemand: true },
  { path: '/creators', page: 'people/creators', layout: 'default', title: 'Creators', query: ['before', 'sort', 'q', 'category'], members: 'shared', onDemand: true },
  { path: '/latest', page: 'reading/latest', layout: 'default', title: 'Latest stories', query: ['before', 'category', 'tag'], members: 'shared', onDemand: true },
  { path: '/membership', page: 'membership/membership', layout: 'reader', title: 'Membership' },
  { path: '/migrate', page: COMING_SOON, layout: 'author', title: 'Import your writing', guards: ['signed-in'] },
  { path: '/preview/:article', page: 'articles/preview/preview', layout: 'override', title: 'Preview', guards: ['previewer'], query: ['key', 'bare', 'as'], neverCached: true },
  { path: '/privacypolicy', page: 'site-pages/public', layout: 'default', title: 'Privacy policy', members: 'shared', onDemand: true },
  { path: '/search', page: 'search/search', layout: 'default', title: 'Search', query: ['q', 'kind', 'category', 'tag', 'author', 'year', 'exact', 'before'], neverCached: true },
  { path: '/story/:article', page: 'reading/story', layout: 'default', title: 'Story', query: ['sort', 'responses', 'at'], members: 'shared', onDemand: true },
  { path: '/termsandconditions', page: 'site-pages/public', layout: 'default', title: 'Terms and conditions', members: 'shared', onDemand: true },
  { path: '/analyticspagesview', page: 'analytics/page-views', layout: 'default', title: 'Page views', query: ['range', 'from', 'to', 'of'] },
  { path: '/debug-analytics', page: 'analytics/debug', layout: 'default', title: 'Analytics in this browser' },

  { path: '/billing/success', page: 'membership/success', layout: 'reader', title: 'Your payment', guards: ['signed-in'], query: ['checkout'], neverCached: true },

  { path: '/auth/emailconfirm', page: 'identity/sign-in/email-confirm', data: 'identity/sign-in/sign-in', layout: 'empty', title: 'Confirm your address' },
  { path: '/auth/newauth', page: 'identity/sign-in/sign-in', layout: 'empty', title: 'Sign in', query: ['next'] },
  { path: '/auth/newsignup', page: 'identity/sign-in/sign-up', data: 'identity/sign-in/sign-in', layout: 'empty', title: 'Sign up', query: ['next'] },
  { path: '/auth/passreset', page: 'identity/sign-in/password-reset', data: 'identity/sign-in/sign-in', layout: 'empty', title: 'Reset your password' },

  { path: '/user/:userId', page: 'people/profile', layout: 'user', title: 'Profile', query: ['before', 'tab'], members: 'shared', onDemand: true },
  { path: '/user/bookmarks', page: 'bookmarks/bookmarks', layout: 'user', title: 'Your reading lists', guards: ['signed-in'], query: ['list', 'before'] },
  { path: '/user/bookmarks/:userId', page: 'bookmarks/person-lists', layout: 'user', title: 'Reading lists', query: ['list', 'before'], onDemand: true },
  { path: '/user/followers/:userId', page: 'people/followers', layout: 'user', title: 'Followers', query: ['before'], members: 'shared', onDemand: true },
  { path: '/user/following/:userId', page: 'people/following', layout: 'user', title: 'Following', query: ['before'], members: 'shared', onDemand: true },
  { path: '/user/new/:temp', page: 'people/first-steps', layout: 'empty', title: 'Welcome', guards: ['signed-in'], query: ['next'] },
  { path: '/user/notifications', page: 'notifications/notifications', layout: 'user', title: 'Notifications', guards: ['signed-in'], query: ['filter', 'before', 'show'] },
  { path: '/user/notifications/:userID', page: 'notifications/notifications', layout: 'user', title: 'Notifications', guards: ['signed-in'], query: ['filter', 'before', 'show'] },

  { path: '/admin', page: 'admin/dashboard', layout: 'admin', title: 'Admin', guards: ['admin-sign-in', 'admin-auth'] },
  { path: '/admin/analytics', page: 'analytics/admin-analytics', layout: 'admin', title: 'Analytics', guards: ['admin-auth', 'admin-only'], query: ['range', 'from', 'to', 'compare', 'measure'] },
  { path: '/admin/analytics/:id', page: 'articles/figures/story-figures', layout: 'admin', title: 'Story analytics', guards: ['admin-auth', 'admin-only'], query: ['range', 'from', 'to', 'compare', 'measure'], neverCached: true },
  { path: '/admin/analytics/site', page: 'analytics/site-analytics', layout: 'admin', title: 'Site analytics', guards: ['admin-auth', 'admin-only'], query: ['range', 'from', 'to', 'compare', 'show', 'before'] },
  { path: '/admin/articles', page: 'articles/desk/all-articles', layout: 'admin', title: 'Articles', guards: ['admin-auth'], query: ['state', 'q', 'sort', 'before', 'author', 'category', 'reviewer', 'hide'] },
  { path: '/admin/articles/edit', page: 'articles/writing/edit-story', layout: 'override', title: 'Edit article', guards: ['admin-auth'], query: ['id', 'revisions'] },
  { path: '/admin/articles/Iframe', page: 'articles/preview/frame', layout: 'empty', title: 'Preview frame', guards: ['admin-auth'], query: ['article', 'as'] },
  { path: '/admin/articles/placeholderfornew', page: 'articles/desk/templates', layout: 'admin', title: 'Templates', guards: ['admin-auth'] },
  { path: '/admin/articles/preview/:article', page: 'articles/review/review', layout: 'admin', title: 'Review', guards: ['admin-auth'] },
  { path: '/admin/auth', page: 'identity/sign-in/admin-sign-in', data: 'identity/sign-in/sign-in', layout: 'empty', title: 'Admin sign-in', query: ['setup'] },
  { path: '/admin/category', page: 'taxonomy/categories', layout: 'admin', title: 'Categories', guards: ['admin-auth'] },
  { path: '/admin/auth-banners', page: 'banners/sign-in-pictures', layout: 'admin', title: 'Sign-in pictures', guards: ['admin-auth'] },
  { path: '/admin/banner', page: 'banners/announcements', layout: 'admin', title: 'Announcements', guards: ['admin-auth'], query: ['edit', 'q', 'sort', 'before', 'state', 'audience', 'hide'] },
  { path: '/admin/responses', page: 'moderation/responses', layout: 'admin', title: 'Responses', guards: ['admin-auth'], query: ['view', 'kind', 'sort', 'q', 'state', 'author', 'story', 'before', 'hide', 'case'] },
  { path: '/admin/rewards', page: 'rewards/rewards', layout: 'admin', title: 'Rewards', guards: ['admin-auth', 'admin-only'], query: ['show', 'q', 'state', 'reward', 'kind', 'sort', 'before', 'hide'] },
  { path: '/admin/tags', page: 'taxonomy/tags', layout: 'admin', title: 'Tags', guards: ['admin-auth'], query: ['q', 'sort', 'before', 'hide', 'used'] },
  { path: '/admin/topics', page: 'taxonomy/topics', layout: 'user', title: 'Topics', guards: ['admin-auth'], query: ['q', 'sort', 'before', 'hide', 'kind'] },
  { path: '/admin/users', page: 'people-admin/people', layout: 'admin', title: 'People', guards: ['admin-auth', 'admin-only'], query: ['q', 'sort', 'before', 'hide', 'role', 'state', 'member', 'joinedFrom', 'joinedTo', 'seenFrom', 'seenTo'] },

  // Beyond the specification.
  { path: '/topics', page: 'discovery/topics', layout: 'default', title: 'Topics', members: 'shared', onDemand: true },
  { path: '/tag/:tag', page: 'reading/tag', layout: 'default', title: 'Tag', query: ['before'], members: 'shared', onDemand: true },
  { path: '/user/account', page: 'identity/account/account', layout: 'user', title: 'Your account', guards: ['signed-in'] },
  { path: '/membership/test-checkout', page: 'membership/test-checkout', layout: 'reader', title: 'Test checkout', guards: ['signed-in'], query: ['session'], neverCached: true },
  { path: '/unsubscribe/:token', page: 'notifications/unsubscribe', layout: 'default', title: 'Unsubscribe', neverCached: true },
  { path: '/articles/analytics', page: 'analytics/own-figures', layout: 'author', title: 'Figures', guards: ['signed-in'], query: ['range', 'from', 'to', 'compare', 'measure', 'stories'], neverCached: true },
  { path: '/articles/analytics/:id', page: 'articles/figures/story-figures', layout: 'author', title: 'Story figures', guards: ['signed-in'], query: ['range', 'from', 'to', 'compare', 'measure'], neverCached: true },
  { path: '/library', page: 'media/library', layout: 'author', title: 'Your pictures', guards: ['signed-in'], query: ['q', 'kind', 'before', 'of'] },
  { path: '/earnings', page: 'earnings/earnings', layout: 'author', title: 'Earnings', guards: ['signed-in'], query: ['month'], neverCached: true },
  { path: '/admin/earnings', page: 'earnings/admin-earnings', layout: 'admin', title: 'Earnings', guards: ['admin-auth', 'admin-only'], query: ['tab', 'q', 'sort', 'before', 'hide', 'show'] },
  { path: '/admin/audit', page: 'audit/audit', layout: 'admin', title: 'Audit log', guards: ['admin-auth', 'admin-only'], query: ['q', 'sort', 'before', 'hide', 'actor', 'key', 'action', 'target', 'outcome', 'from', 'to'] },
  { path: '/admin/webhooks', page: 'webhooks/webhooks', layout: 'admin', title: 'Webhooks', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/webhooks/new', page: 'webhooks/new-webhook', layout: 'admin', title: 'Add a webhook', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/webhooks/:id', page: 'webhooks/webhook', layout: 'admin', title: 'Webhook', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/webhooks/:id/deliveries', page: 'webhooks/deliveries', layout: 'admin', title: 'Delivery log', guards: ['admin-auth', 'admin-only'], query: ['state', 'type', 'sort', 'before', 'hide'] },
  { path: '/admin/webhooks/:id/deliveries/:delivery', page: 'webhooks/delivery', layout: 'admin', title: 'Delivery', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/mail', page: 'mail/mail', layout: 'admin', title: 'Mail', guards: ['admin-auth', 'admin-only'], query: ['q', 'kind', 'state', 'from', 'to', 'sort', 'before', 'hide'] },
  { path: '/admin/mail/:id', page: 'mail/mail-detail', layout: 'admin', title: 'Email', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/jobs', page: 'operations/jobs', layout: 'admin', title: 'Jobs', guards: ['admin-auth', 'admin-only'], query: ['show', 'state', 'job', 'from', 'to', 'sort', 'before', 'hide'] },
  { path: '/admin/system', page: 'operations/system', layout: 'admin', title: 'System', guards: ['admin-auth', 'admin-only'], query: ['show', 'level', 'q', 'request', 'process'] },
  { path: '/admin/membership', page: 'membership/admin-overview', layout: 'admin', title: 'Membership', guards: ['admin-auth', 'admin-only'], query: ['currency'] },
  { path: '/admin/membership/plans', page: 'membership/admin-plans', layout: 'admin', title: 'Plans', guards: ['admin-auth', 'admin-only'], query: ['edit'] },
  { path: '/admin/membership/members', page: 'membership/admin-members', layout: 'admin', title: 'Members', guards: ['admin-auth', 'admin-only'], query: ['q', 'sort', 'before', 'hide', 'state', 'plan'] },
  { path: '/admin/membership/payments', page: 'membership/admin-payments', layout: 'admin', title: 'Payments', guards: ['admin-auth', 'admin-only'], query: ['q', 'sort', 'before', 'hide', 'state', 'person'] },
  { path: '/admin/membership/coupons', page: 'membership/admin-coupons', layout: 'admin', title: 'Coupons', guards: ['admin-auth', 'admin-only'], query: ['q', 'sort', 'before', 'hide'] },
  { path: '/admin/membership/gift-codes', page: 'membership/admin-gift-codes', layout: 'admin', title: 'Gift codes', guards: ['admin-auth', 'admin-only'], query: ['q', 'sort', 'before', 'hide', 'state'] },
  { path: '/admin/users/:userId', page: 'people-admin/person', layout: 'admin', title: 'Person', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/users/invitations', page: 'people-admin/invitations', layout: 'admin', title: 'Invitations', guards: ['admin-auth', 'admin-only'], query: ['before'] },
  { path: '/admin/settings', page: 'settings/general', data: 'settings/settings', layout: 'admin', title: 'Settings', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/appearance', page: 'settings/appearance', data: 'settings/settings', layout: 'admin', title: 'Appearance', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/navigation', page: 'settings/navigation', data: 'settings/settings', layout: 'admin', title: 'Navigation and footer', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/sign-up', page: 'settings/sign-up', data: 'settings/settings', layout: 'admin', title: 'Sign-up', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/publishing', page: 'settings/publishing', data: 'settings/settings', layout: 'admin', title: 'Review and responses', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/membership', page: 'settings/membership', data: 'settings/settings', layout: 'admin', title: 'Membership', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/social-cards', page: 'settings/social-cards', data: 'settings/settings', layout: 'admin', title: 'Social cards', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/features', page: 'settings/features', data: 'settings/settings', layout: 'admin', title: 'Features', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/api-keys', page: 'api-keys/api-keys', layout: 'admin', title: 'API keys', guards: ['admin-auth', 'admin-only'], query: ['new'] },
  { path: '/admin/settings/mail', page: 'settings/mail/mail-settings', layout: 'admin', title: 'Mail server', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/storage', page: 'settings/storage/storage-settings', layout: 'admin', title: 'Storage', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/sign-in', page: 'settings/sign-in/sign-in-settings', layout: 'admin', title: 'Sign-in', guards: ['admin-auth', 'admin-only'], query: ['provider'] },
  { path: '/admin/backups', page: 'backup/backups', layout: 'admin', title: 'Backups', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/pages', page: 'site-pages/pages', layout: 'admin', title: 'Pages', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/pages/:page', page: 'site-pages/edit', layout: 'override', title: 'Edit page', guards: ['admin-auth', 'admin-only'] },
  { path: '/admin/settings/pages/:page/preview', page: 'site-pages/preview', layout: 'default', title: 'Preview', guards: ['admin-auth', 'admin-only'], query: ['version'] },
  { path: '/developers', page: 'static-pages/developers', layout: 'default', title: 'For developers', members: 'shared', onDemand: true },
  { path: '/shortcuts', page: 'static-pages/shortcuts', layout: 'default', title: 'Keyboard shortcuts', members: 'shared' },
  { path: '/offline', page: 'offline/offline', layout: 'default', title: 'Reading offline' },
  { path: '/offline/write', page: 'articles/writing/offline-story', layout: 'override', title: 'Offline editor' },
  { path: '/dev/ui', page: 'dev/ui', layout: 'default', title: 'Design system', developmentOnly: true },
]

/** Whether the page of a URL is built. */
export function isBuilt(url: string) {
  const path = url.replace(/[?#].*/, '')
  return rows.some((row) => row.path === path && row.page !== COMING_SOON)
}

export function rowsFor({ development }: { development: boolean }) {
  return rows.filter(({ developmentOnly }) => development || !developmentOnly)
}
