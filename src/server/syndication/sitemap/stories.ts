import { Refusal } from '#contract/errors.ts'
import { siteUrl, storyUrl } from '#server/syndication/site-urls.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Range, listStoriesIn, pageByNumber } from './queries.ts'
import { type Entry, entryXml, urlSet } from './xml.ts'

/** The limit of the sitemap protocol. */
export const MAX_URLS_PER_FILE = 50_000
const BATCH_SIZE = 2_000

type Needs = Pick<Ctx, 'db' | 'site'>
type Row = Awaited<ReturnType<typeof listStoriesIn>>[number]

/** One page of stories. Streamed in batches, because a page has any number of stories until it is split. */
export async function storyFile({ db, site }: Needs, number: number, limit = MAX_URLS_PER_FILE) {
  const page = await pageByNumber(db, number)
  const rows = page && (await listBatch(db, page))
  if (!rows?.length) throw new Refusal('not-found')
  return urlSet(entries(rows))

  async function* entries(firstBatch: Row[]) {
    let batch = firstBatch
    for (let written = 0; written < limit; written += BATCH_SIZE) {
      yield entriesXml(site, batch.slice(0, BATCH_SIZE))
      const next = batch[BATCH_SIZE]
      if (!next || !page) return
      const first = { moment: next.publishedAt.toISOString(), id: next.id }
      batch = await listBatch(db, { first, end: page.end })
    }
  }
}

/** The extra row is the start of the next batch. */
function listBatch(db: Needs['db'], range: Range) {
  return listStoriesIn(db, range, BATCH_SIZE + 1)
}

function entriesXml(site: Needs['site'], rows: Row[]) {
  return (
    rows
      // A story with a canonical URL on another site belongs to that site's sitemap.
      .filter(({ canonicalUrl }) => !canonicalUrl || canonicalUrl.startsWith(siteUrl(site)))
      .map(({ slug, publishedAt, updatedAt }): Entry => {
        return { address: storyUrl(site, slug), changed: updatedAt > publishedAt ? updatedAt : publishedAt }
      })
      .map(entryXml)
      .join('')
  )
}
