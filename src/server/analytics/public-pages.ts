import type { Db } from '#server/platform/db.ts'
import type { ValueRow } from './queries.ts'

const pages = new Set([
  '/',
  '/about',
  '/berrybasket',
  '/creators',
  '/developers',
  '/latest',
  '/membership',
  '/privacypolicy',
  '/search',
  '/shortcuts',
  '/termsandconditions',
  '/topics',
])

/** Those of pages that exist and that everyone may see. Paths come from browsers, so that anything may be among them. */
export async function keepPublicPages(db: Db, rows: readonly ValueRow[]): Promise<ValueRow[]> {
  const slugs = (kind: string) => rows.flatMap(({ value }) => (value.startsWith(kind) ? value.slice(kind.length) : []))
  const [stories, categories, tags] = await Promise.all([
    db
      .selectFrom('article')
      .select('slug')
      .where('slug', 'in', ['', ...slugs('/story/')])
      .where('state', '=', 'published')
      .execute(),
    db
      .selectFrom('category')
      .select('slug')
      .where('slug', 'in', ['', ...slugs('/category/')])
      .execute(),
    db
      .selectFrom('tag')
      .select('slug')
      .where('slug', 'in', ['', ...slugs('/tag/')])
      .execute(),
  ])
  const existing = new Set([
    ...pages,
    ...stories.map(({ slug }) => `/story/${slug}`),
    ...categories.map(({ slug }) => `/category/${slug}`),
    ...tags.map(({ slug }) => `/tag/${slug}`),
  ])
  return rows.filter(({ value }) => existing.has(value))
}
