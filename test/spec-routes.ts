import type { LayoutName } from '#site/routes.ts'

export type Expectation = {
  path: string
  layout: LayoutName
  /** The title without the name of the site. */
  title: string
  /** What an anonymous visitor gets. */
  visitor: 'page' | 'sign-in' | 'admin-auth' | 'not-theirs' | 'not-found'
}

const expectations = (rows: [string, LayoutName, string, Expectation['visitor']][]): Expectation[] =>
  rows.map(([path, layout, title, visitor]) => ({ path, layout, title, visitor }))

/** Section 2 of the specification and later additions, with parameters from the demo. */
export function specRoutes(viewer: { id: string; handle: string }): Expectation[] {
  return expectations([
    ['/', 'default', 'Bramble: A place to publish and read stories', 'page'],
    ['/about', 'default', 'About Bramble', 'page'],
    ['/articles', 'author', 'Your stories', 'sign-in'],
    ['/articles/new', 'override', 'New story', 'sign-in'],
    // Without an article, the editor redirects to a new story.
    ['/articles/edit', 'override', 'New story', 'sign-in'],
    ['/berrybasket', 'default', 'Berry basket', 'page'],
    ['/category/nature', 'default', 'Nature', 'page'],
    ['/creators', 'default', 'Creators', 'page'],
    ['/latest', 'default', 'Latest stories', 'page'],
    ['/membership', 'reader', 'Membership', 'page'],
    ['/migrate', 'author', 'Import your writing', 'sign-in'],
    ['/preview/latch', 'override', 'Preview', 'not-theirs'],
    ['/privacypolicy', 'default', 'Privacy policy', 'page'],
    ['/search', 'default', 'Search', 'page'],
    ['/story/latch', 'default', 'Latch', 'page'],
    ['/termsandconditions', 'default', 'Terms and conditions', 'page'],
    ['/analyticspagesview', 'default', 'Page views', 'page'],
    ['/debug-analytics', 'default', 'Analytics in this browser', 'page'],
    ['/billing/success', 'reader', 'Your payment', 'sign-in'],
    ['/auth/emailconfirm', 'empty', 'Confirm your address', 'page'],
    ['/auth/newauth', 'empty', 'Sign in', 'page'],
    ['/auth/newsignup', 'empty', 'Sign up', 'page'],
    ['/auth/passreset', 'empty', 'Reset your password', 'page'],
    ['/user/maren-holt', 'user', 'Maren Holt', 'page'],
    ['/user/bookmarks', 'user', 'Your reading lists', 'sign-in'],
    ['/user/bookmarks/maren-holt', 'user', 'Reading lists by Maren Holt', 'page'],
    ['/user/followers/maren-holt', 'user', 'Followers · Maren Holt', 'page'],
    ['/user/following/maren-holt', 'user', 'Following · Maren Holt', 'page'],
    [`/user/new/temp-${viewer.id}`, 'empty', 'Welcome', 'sign-in'],
    ['/user/notifications', 'user', 'Notifications', 'sign-in'],
    [`/user/notifications/${viewer.id}`, 'user', 'Notifications', 'sign-in'],
    ['/admin', 'admin', 'Admin', 'admin-auth'],
    ['/admin/analytics', 'admin', 'Analytics', 'not-found'],
    ['/admin/analytics/latch', 'admin', 'Figures: Latch', 'not-found'],
    ['/admin/analytics/site', 'admin', 'Site analytics', 'not-found'],
    ['/admin/articles', 'admin', 'Articles', 'not-found'],
    ['/admin/articles/edit', 'admin', 'Articles', 'not-found'],
    ['/admin/articles/Iframe', 'empty', 'Preview frame', 'not-found'],
    ['/admin/articles/placeholderfornew', 'admin', 'Templates', 'not-found'],
    ['/admin/articles/preview/latch', 'admin', 'Review', 'not-found'],
    ['/admin/auth', 'empty', 'Admin sign-in', 'page'],
    ['/admin/auth-banners', 'admin', 'Sign-in pictures', 'not-found'],
    ['/admin/banner', 'admin', 'Announcements', 'not-found'],
    ['/admin/category', 'admin', 'Categories', 'not-found'],
    ['/admin/responses', 'admin', 'Responses', 'not-found'],
    ['/admin/rewards', 'admin', 'Rewards', 'not-found'],
    ['/admin/tags', 'admin', 'Tags', 'not-found'],
    ['/admin/topics', 'user', 'Topics', 'not-found'],
    ['/admin/users', 'admin', 'People', 'not-found'],

    // Beyond the specification.
    ['/topics', 'default', 'Topics', 'page'],
    ['/tag/recipes', 'default', 'recipes', 'page'],
    ['/user/account', 'user', 'Your account', 'sign-in'],
    ['/membership/test-checkout', 'reader', 'Test checkout', 'sign-in'],
    // An invalid link.
    ['/unsubscribe/nothing', 'default', 'Unsubscribe', 'page'],
    ['/articles/analytics', 'author', 'Figures', 'sign-in'],
    ['/articles/analytics/latch', 'author', 'Figures: Latch', 'sign-in'],
    ['/library', 'author', 'Your pictures', 'sign-in'],
    ['/earnings', 'author', 'Earnings', 'sign-in'],
    ['/admin/earnings', 'admin', 'Earnings', 'not-found'],
    ['/admin/membership', 'admin', 'Membership', 'not-found'],
    ['/admin/membership/plans', 'admin', 'Plans', 'not-found'],
    ['/admin/membership/members', 'admin', 'Members', 'not-found'],
    ['/admin/membership/payments', 'admin', 'Payments', 'not-found'],
    ['/admin/membership/coupons', 'admin', 'Coupons', 'not-found'],
    ['/admin/membership/gift-codes', 'admin', 'Gift codes', 'not-found'],
    ['/admin/mail', 'admin', 'Mail', 'not-found'],
    ['/admin/audit', 'admin', 'Audit log', 'not-found'],
    ['/admin/jobs', 'admin', 'Jobs', 'not-found'],
    ['/admin/system', 'admin', 'System', 'not-found'],
    ['/admin/backups', 'admin', 'Backups', 'not-found'],
    ['/admin/settings', 'admin', 'Settings', 'not-found'],
    ['/admin/settings/appearance', 'admin', 'Appearance', 'not-found'],
    ['/admin/settings/navigation', 'admin', 'Navigation and footer', 'not-found'],
    ['/admin/settings/sign-up', 'admin', 'Sign-up', 'not-found'],
    ['/admin/settings/publishing', 'admin', 'Review and responses', 'not-found'],
    ['/admin/settings/membership', 'admin', 'Membership', 'not-found'],
    ['/admin/settings/social-cards', 'admin', 'Social cards', 'not-found'],
    ['/admin/settings/features', 'admin', 'Features', 'not-found'],
    ['/admin/settings/pages', 'admin', 'Pages', 'not-found'],
    ['/admin/settings/pages/about', 'override', 'About', 'not-found'],
    ['/admin/settings/pages/about/preview', 'default', 'Preview: About', 'not-found'],
    ['/admin/settings/mail', 'admin', 'Mail server', 'not-found'],
    ['/admin/settings/storage', 'admin', 'Storage', 'not-found'],
    ['/admin/settings/sign-in', 'admin', 'Sign-in', 'not-found'],
    ['/admin/webhooks', 'admin', 'Webhooks', 'not-found'],
    ['/admin/webhooks/new', 'admin', 'Add a webhook', 'not-found'],
    ['/admin/settings/api-keys', 'admin', 'API keys', 'not-found'],
    ['/admin/users/invitations', 'admin', 'Invitations', 'not-found'],
    [`/admin/users/${viewer.id}`, 'admin', 'Person', 'not-found'],
    ['/shortcuts', 'default', 'Keyboard shortcuts', 'page'],
    ['/offline', 'default', 'Reading offline', 'page'],
    ['/offline/write', 'override', 'Offline editor', 'page'],
  ])
}

/** Changes the case of the first segment and adds a trailing slash. */
export function oddCase(path: string) {
  const [first = '', ...rest] = path.split('/').slice(1)
  const shouted = [first.toUpperCase(), ...rest].join('/')
  return `/${shouted}${path.endsWith('/') ? '' : '/'}`
}
