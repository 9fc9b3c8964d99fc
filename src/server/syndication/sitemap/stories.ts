import { Refusal } from '#contract/errors.ts'
import { siteUrl, storyUrl } from '#server/syndication/site-urls.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Key, firstStoryOfEachFile, storiesFrom } from './queries.ts'
import { type Entry, entryXml, urlSet } from './xml.ts'

/** The limit of the sitemap protocol. */
export const MAX_URLS_PER_FILE = 50_000
const BATCH_SIZE = 2_000

type Needs = Pick<Ctx, 'db' | 'site'>

/** Stories stay in their file; new ones are added to the last. */
export async function countFiles({ db }: Needs, size = MAX_URLS_PER_FILE) {
  return (await firstStoryOfEachFile(db, size)).length
}

/** One file, streamed in batches to limit memory. */
export async function storyFile(ctx: Needs, file: number, size = MAX_URLS_PER_FILE): Promise<AsyncIterable<string>> {
  const firsts = await firstStoryOfEachFile(ctx.db, size)
  const first = firsts[file - 1]
  if (!first) throw new Refusal('not-found')
  return urlSet(entries(ctx, first, firsts[file] ?? null))
}

async function* entries({ db, site }: Needs, first: Key, before: Key | null) {
  let from: Key | null = first
  while (from) {
    // The extra row is the start of the next batch.
    const rows = await storiesFrom(db, { from, before, limit: BATCH_SIZE + 1 })
    yield rows
      .slice(0, BATCH_SIZE)
      // A story with a canonical URL on another site belongs to that site's sitemap.
      .filter(({ canonicalUrl }) => !canonicalUrl || canonicalUrl.startsWith(siteUrl(site)))
      .map(({ slug, publishedAt, updatedAt }): Entry => {
        return { address: storyUrl(site, slug), changed: updatedAt > publishedAt ? updatedAt : publishedAt }
      })
      .map(entryXml)
      .join('')
    from = rows[BATCH_SIZE] ?? null
  }
}
