import { Refusal } from '#contract/errors.ts'
import { homeOf, storyAddress } from '#server/syndication/home-address.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Key, firstOfEach, storiesFrom } from './queries.ts'
import { type Entry, entryXml, urlSet } from './xml.ts'

/** As many as a file may hold. */
export const MOST_IN_FILE = 50_000
const AT_ONCE = 2_000

type Needs = Pick<Ctx, 'db' | 'site'>

/** How many files there are: stories stay in theirs, and new ones go into the last. */
export async function countFiles({ db }: Needs, size = MOST_IN_FILE) {
  return (await firstOfEach(db, size)).length
}

/** One file, a few thousand stories at a time: all of them at once would be much to hold. */
export async function storyFile(ctx: Needs, file: number, size = MOST_IN_FILE): Promise<AsyncIterable<string>> {
  const firsts = await firstOfEach(ctx.db, size)
  const first = firsts[file - 1]
  if (!first) throw new Refusal('not-found')
  return urlSet(entries(ctx, first, firsts[file] ?? null))
}

async function* entries({ db, site }: Needs, first: Key, before: Key | null) {
  let from: Key | null = first
  while (from) {
    // One more than is written: it says where the next stretch begins.
    const rows = await storiesFrom(db, { from, before, limit: AT_ONCE + 1 })
    yield rows
      .slice(0, AT_ONCE)
      // What counts is another site's copy: that one is in its list.
      .filter(({ canonicalUrl }) => !canonicalUrl || canonicalUrl.startsWith(homeOf(site)))
      .map(({ slug, publishedAt, updatedAt }): Entry => {
        return { address: storyAddress(site, slug), changed: updatedAt > publishedAt ? updatedAt : publishedAt }
      })
      .map(entryXml)
      .join('')
    from = rows[AT_ONCE] ?? null
  }
}
