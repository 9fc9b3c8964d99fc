import { addressOf } from '#server/syndication/home-address.ts'
import { listCreators } from '#server/people/profiles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listCategories } from '#server/reading/lists.ts'
import { MOST_IN_FILE } from './stories.ts'
import { entryXml, urlSet } from './xml.ts'

const PAGES = ['/', '/latest', '/creators', '/about', '/privacypolicy', '/termsandconditions', '/developers']
const CREATORS_AT_ONCE = 500
// The rest of the file is for pages and categories, which are few.
const MOST_CREATORS = MOST_IN_FILE - 5_000

/** The pages that are not stories: the site's own, the categories, and those who write. */
export function pagesFile(ctx: Ctx) {
  return urlSet(entries(ctx))
}

async function* entries(ctx: Ctx) {
  const write = (paths: string[]) => paths.map((path) => entryXml({ address: addressOf(ctx.site, path) })).join('')
  const shelves = await listCategories(ctx)
  yield write([...PAGES, ...shelves.map(({ slug }) => `/category/${encodeURIComponent(slug)}`)])
  let before: string | undefined
  for (let written = 0; written < MOST_CREATORS; written += CREATORS_AT_ONCE) {
    const { items, next } = await listCreators(ctx, { sort: 'stories', limit: CREATORS_AT_ONCE, before })
    yield write(items.map(({ handle }) => `/user/${handle}`))
    if (next === null) return
    before = next
  }
}
