import type { ColorMode } from './color-mode.ts'
import type { GuardName } from './guards/names.ts'

export type LayoutName = 'admin' | 'author' | 'default' | 'empty' | 'override' | 'reader' | 'user'

export type PageRow = {
  path: string
  /** `reading/story` is `reading/story-page.tsx` and, on the server only, `reading/story-data.ts`. */
  page: string
  layout: LayoutName
  title: string
  /** Another data file than the page's own. */
  data?: string
  guards?: readonly GuardName[]
  /** Forced for this page; the site is light. */
  colorMode?: ColorMode
  /** What the page reads of the query. Whatever else is in it does not make another page. */
  query?: readonly string[]
  /** Made anew for every visitor: what it shows may end by itself, such as a link that expires. */
  neverKept?: boolean
  /** Shown to those who build the site, not to those who use it. */
  developmentOnly?: boolean
  /** For a page whose feature is not built yet: what one will do there. */
  soon?: string
}

const soon = 'soon/soon'

/** Every address of the site, in the order of the specification. */
// prettier-ignore
export const rows: readonly PageRow[] = [
  { path: '/', page: 'reading/home', layout: 'default', title: 'Home' },
  { path: '/about', page: 'pages/about', layout: 'default', title: 'About' },
  { path: '/articles', page: 'desk/desk', layout: 'author', title: 'Your stories', guards: ['signed-in'], query: ['state', 'q', 'sort', 'before'] },
  { path: '/articles/new', page: soon, layout: 'override', title: 'New story', guards: ['signed-in'], soon: 'The editor opens here on an empty page and saves as you type.' },
  { path: '/articles/edit', page: soon, layout: 'override', title: 'Edit story', guards: ['signed-in'], query: ['id'], soon: 'The editor opens here on a story of yours.' },
  { path: '/berrybasket', page: soon, layout: 'default', title: 'Berry basket', soon: 'Berries are earned by reading to the end and by writing; here you will see yours and what they can become.' },
  { path: '/category/:categoryname', page: 'reading/category', layout: 'default', title: 'Category', query: ['before'] },
  { path: '/creators', page: 'people/creators', layout: 'default', title: 'Creators', query: ['before'] },
  { path: '/latest', page: 'reading/latest', layout: 'default', title: 'Latest stories', query: ['before', 'category', 'tag'] },
  { path: '/membership', page: soon, layout: 'reader', title: 'Membership', soon: 'Plans, what membership opens, and how to join or leave.' },
  { path: '/migrate', page: soon, layout: 'author', title: 'Bring your writing', guards: ['signed-in'], soon: 'Bring your writing from Medium, Substack, Ghost, WordPress or Markdown, with a trial run first and a way back.' },
  { path: '/preview/:article', page: 'preview/preview', layout: 'override', title: 'Preview', guards: ['previewer'], query: ['key', 'bare', 'as'], neverKept: true },
  { path: '/privacypolicy', page: 'pages/privacy', layout: 'default', title: 'Privacy policy' },
  { path: '/search', page: soon, layout: 'default', title: 'Search', query: ['q'], soon: 'Find stories, creators, tags and categories, even with a typing mistake.' },
  { path: '/story/:article', page: 'reading/story', layout: 'default', title: 'Story' },
  { path: '/termsandconditions', page: 'pages/terms', layout: 'default', title: 'Terms and conditions' },
  { path: '/analyticspagesview', page: soon, layout: 'default', title: 'Page views', soon: 'Page views by path and period: the public top pages for everybody, an author’s own, and all of them for admins.' },
  { path: '/debug-analytics', page: soon, layout: 'default', title: 'Analytics in this browser', soon: 'What this browser sends about your reading, and whether it sends anything at all.' },

  { path: '/billing/success', page: soon, layout: 'reader', title: 'Thank you', soon: 'A payment is confirmed here once the provider has confirmed it to us.' },

  { path: '/auth/emailconfirm', page: 'identity/email-confirm', layout: 'empty', title: 'Confirm your address' },
  { path: '/auth/newauth', page: 'identity/sign-in', layout: 'empty', title: 'Sign in', query: ['next'] },
  { path: '/auth/newsignup', page: 'identity/sign-up', data: 'identity/sign-in', layout: 'empty', title: 'Sign up', query: ['next'] },
  { path: '/auth/passreset', page: 'identity/pass-reset', data: 'identity/sign-in', layout: 'empty', title: 'Reset your password' },

  { path: '/user/:userId', page: 'people/profile', layout: 'user', title: 'Profile', query: ['before'] },
  { path: '/user/bookmarks', page: soon, layout: 'user', title: 'Your reading lists', guards: ['signed-in'], soon: 'The stories you saved, in lists of your own that you share or keep to yourself.' },
  { path: '/user/bookmarks/:userId', page: soon, data: 'people/somebody', layout: 'user', title: 'Reading lists', soon: 'The reading lists this person shares.' },
  { path: '/user/followers/:userId', page: soon, data: 'people/somebody', layout: 'user', title: 'Followers', soon: 'The people who follow this person.' },
  { path: '/user/following/:userId', page: soon, data: 'people/somebody', layout: 'user', title: 'Following', soon: 'The people and topics this person follows.' },
  { path: '/user/new/:temp', page: 'people/first-steps', layout: 'empty', title: 'Welcome', guards: ['signed-in'], query: ['next'] },
  { path: '/user/notifications', page: soon, layout: 'user', title: 'Notifications', guards: ['signed-in'], soon: 'What happened around your stories and the people you follow, live and grouped.' },
  { path: '/user/notifications/:userID', page: soon, data: 'people/own', layout: 'user', title: 'Notifications', guards: ['signed-in'], soon: 'What happened around your stories and the people you follow, live and grouped.' },

  { path: '/admin', page: soon, layout: 'admin', title: 'Admin', guards: ['admin-door', 'admin-auth'], soon: 'What needs attention: reviews, reports and failed jobs, with the figures at a glance.' },
  { path: '/admin/analytics', page: soon, layout: 'admin', title: 'Figures', guards: ['admin-auth', 'admin-only'], soon: 'An overview of what is read, by whom it was written and where readers came from.' },
  { path: '/admin/analytics/:id', page: soon, layout: 'admin', title: 'Figures of a story', guards: ['admin-auth', 'admin-only'], soon: 'One story: views, reads, how far readers got, and what brought them.' },
  { path: '/admin/analytics/site', page: soon, layout: 'admin', title: 'Figures of the site', guards: ['admin-auth', 'admin-only'], soon: 'The whole site: traffic, search terms and the way to membership.' },
  { path: '/admin/articles', page: 'desk/all-articles', layout: 'admin', title: 'Articles', guards: ['admin-auth'], query: ['state', 'q', 'sort', 'before', 'author', 'category'] },
  { path: '/admin/articles/edit', page: soon, layout: 'override', title: 'Edit article', guards: ['admin-auth'], query: ['id'], soon: 'The editor with the tools of an editor, for anybody’s article.' },
  { path: '/admin/articles/Iframe', page: 'preview/frame', layout: 'empty', title: 'Preview frame', guards: ['admin-auth'], query: ['article', 'as'] },
  { path: '/admin/articles/placeholderfornew', page: 'desk/templates', layout: 'admin', title: 'Templates', guards: ['admin-auth'] },
  { path: '/admin/articles/preview/:article', page: 'review/review', layout: 'admin', title: 'Review', guards: ['admin-auth'] },
  { path: '/admin/auth', page: 'identity/admin-door', data: 'identity/sign-in', layout: 'empty', title: 'Admin sign-in', query: ['setup'] },
  { path: '/admin/auth-banners', page: soon, layout: 'admin', title: 'Sign-in pictures', guards: ['admin-auth'], soon: 'The pictures and quotes that stand beside the sign-in forms.' },
  { path: '/admin/banner', page: soon, layout: 'admin', title: 'Announcements', guards: ['admin-auth'], soon: 'Announcements with an audience, a schedule and a preview.' },
  { path: '/admin/category', page: soon, layout: 'admin', title: 'Categories', guards: ['admin-auth'], soon: 'Make, rename, merge, order and describe the shelves; old addresses keep working.' },
  { path: '/admin/responses', page: soon, layout: 'admin', title: 'Responses', guards: ['admin-auth'], soon: 'Held and reported responses, to approve, hide or delete.' },
  { path: '/admin/rewards', page: soon, layout: 'admin', title: 'Rewards', guards: ['admin-auth', 'admin-only'], soon: 'How berries are earned, what they buy, what waits to be sent, and the whole ledger.' },
  { path: '/admin/tags', page: soon, layout: 'admin', title: 'Tags', guards: ['admin-auth'], soon: 'Rename, merge and describe the words that authors put on stories.' },
  { path: '/admin/topics', page: soon, layout: 'user', title: 'Topics', guards: ['admin-auth'], soon: 'The topics people are offered to follow when they arrive.' },
  { path: '/admin/users', page: soon, layout: 'admin', title: 'People', guards: ['admin-auth', 'admin-only'], soon: 'Search people, change roles, disable, sign out everywhere, export or erase a person’s data.' },

  // Beyond the specification.
  { path: '/user/account', page: 'account/account', layout: 'user', title: 'Your account', guards: ['signed-in'] },
  { path: '/library', page: 'media/library', layout: 'author', title: 'Your pictures', guards: ['signed-in'], query: ['q', 'kind', 'before', 'of'] },
  { path: '/admin/mail', page: 'admin/mail', layout: 'admin', title: 'Mail', guards: ['admin-auth', 'admin-only'], query: ['before', 'to'] },
  { path: '/developers', page: 'pages/developers', layout: 'default', title: 'For developers' },
  { path: '/dev/ui', page: 'dev/ui', layout: 'default', title: 'Design system', developmentOnly: true },
]

export function rowsFor({ development }: { development: boolean }) {
  return rows.filter(({ developmentOnly }) => development || !developmentOnly)
}
