import { escapeXml } from '#server/syndication/xml-text.ts'

export type Entry = { address: string; changed?: Date | null }

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function entryXml(entry: Entry) {
  return `<url>${inside(entry)}</url>\n`
}

function inside({ address, changed }: Entry) {
  return `<loc>${escapeXml(address)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}`
}

/** Streams a urlset. */
export async function* urlSet(entries: AsyncIterable<string>) {
  yield `${DECLARATION}<urlset ${NAMESPACE}>\n`
  yield* entries
  yield '</urlset>\n'
}

export function sitemapIndex(files: Entry[]) {
  const items = files.map((file) => `<sitemap>${inside(file)}</sitemap>\n`).join('')
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${items}</sitemapindex>\n`
}
