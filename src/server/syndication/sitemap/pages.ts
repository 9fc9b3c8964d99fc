import { urlOf } from '#server/syndication/site-urls.ts'
import { listCreators } from '#server/people/profiles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listCategories } from '#server/reading/list-stories.ts'
import { sitePageNames, sitePages } from '#contract/site-pages/names.ts'
import { lastPublications } from './queries.ts'
import { MAX_URLS_PER_FILE } from './stories.ts'
import { entryXml, urlSet } from './xml.ts'

const PAGES = ['/', '/latest', '/creators', '/topics', '/developers']
const BATCH_SIZE = 500
// Leaves room for static pages and categories, which are few.
const MAX_CREATORS = MAX_URLS_PER_FILE - 5_000

/** All pages that are not stories: static pages, pages that admins edit, categories and creators. */
export function pagesFile(ctx: Ctx) {
  return urlSet(entries(ctx))
}

async function* entries(ctx: Ctx) {
  const write = (paths: string[]) => paths.map((path) => entryXml({ address: urlOf(ctx.site, path) })).join('')
  const categories = await listCategories(ctx)
  yield write([...PAGES, ...categories.map(({ slug }) => `/category/${encodeURIComponent(slug)}`)])
  const changed = new Map((await lastPublications(ctx.db)).map(({ page, at }) => [page, at]))
  for (const page of sitePageNames)
    yield entryXml({ address: urlOf(ctx.site, sitePages[page].path), changed: changed.get(page) ?? null })
  let before: string | undefined
  for (let written = 0; written < MAX_CREATORS; written += BATCH_SIZE) {
    const { items, next } = await listCreators(ctx, { sort: 'stories', limit: BATCH_SIZE, before })
    yield write(items.map(({ handle }) => `/user/${handle}`))
    if (next === null) return
    before = next
  }
}
