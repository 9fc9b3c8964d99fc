import type { PageKind } from '#contract/analytics/analytics.ts'

/** Pages whose views say nothing about readers. */
const untracked = new Set([
  'admin',
  'preview',
  'dev',
  'articles',
  'unsubscribe',
  'offline',
  'debug-analytics',
  'library',
])

const kinds: Record<string, PageKind> = {
  '': 'home',
  'story': 'story',
  'category': 'topic',
  'tag': 'topic',
  'topics': 'topic',
  'latest': 'list',
  'creators': 'list',
  'user': 'profile',
  'search': 'search',
  'membership': 'membership',
  'billing': 'membership',
  'auth': 'sign-in',
}

/** The path as figures show it, and its kind. Null for a page that is not tracked. Routes match without regard to case. */
export function describePath(given: string): { path: string; page: PageKind } | null {
  const [, first = '', ...rest] = given
    .replace(/[?#].*/, '')
    .replace(/\/+$/, '')
    .split('/')
  const name = first.toLowerCase()
  if (untracked.has(name) || (name === 'user' && rest[0]?.toLowerCase() === 'new')) return null
  return { path: `/${[name, ...rest].join('/')}`, page: kinds[name] ?? 'other' }
}
