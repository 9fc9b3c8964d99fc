import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { MAX_LIST_RESULTS, type ListQuery, type ListReply } from '#contract/firebase/storage.ts'
import type { Db } from '#server/platform/db.ts'

type Start = { name: string; included: boolean }

/** Sorted by the bytes of the names. With a delimiter, deeper names collapse into one prefix and are skipped by the query. */
export async function listObjects(db: Db, bucket: string, query: ListQuery): Promise<ListReply> {
  const { prefix, delimiter, pageToken } = query
  const most = Math.min(query.maxResults, MAX_LIST_RESULTS)
  const items: { name: string; bucket: string }[] = []
  const prefixes: string[] = []
  let start: Start | null = pageToken ? decodePageToken(pageToken) : { name: prefix, included: true }
  while (start) {
    const wanted = most + 1 - items.length - prefixes.length
    const names = await listNames(db, { bucket, prefix, start, most: wanted })
    let next: Start | null = null
    for (const name of names) {
      if (next && isBefore(name, next)) continue
      if (items.length + prefixes.length === most) {
        return { prefixes, items, nextPageToken: encodePageToken(next ?? { name, included: true }) }
      }
      const end = delimiter ? name.indexOf(delimiter, prefix.length) : -1
      if (end < 0) items.push({ name, bucket })
      else prefixes.push(name.slice(0, end + delimiter.length))
      next = end < 0 ? { name, included: false } : startAfter(name.slice(0, end + delimiter.length))
      if (!next) return { prefixes, items }
    }
    start = names.length < wanted ? null : next
  }
  return { prefixes, items }
}

type Wanted = { bucket: string; prefix: string; start: Start; most: number }

async function listNames(db: Db, { bucket, prefix, start, most }: Wanted): Promise<string[]> {
  const end = startAfter(prefix)
  const rows = await db
    .selectFrom('object')
    .select('name')
    .where('bucket', '=', bucket)
    .where(sql`name collate "C"`, start.included ? '>=' : '>', start.name)
    .where(sql`name collate "C"`, '>=', prefix)
    .$if(end !== null, (query) => query.where(sql`name collate "C"`, '<', end?.name ?? ''))
    .orderBy(sql`name collate "C"`)
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

function isBefore(name: string, { name: start, included }: Start) {
  const order = Buffer.compare(Buffer.from(name), Buffer.from(start))
  return order < 0 || (order === 0 && !included)
}

/** The first possible name after all names with this prefix; null if there is none. */
function startAfter(prefix: string): Start | null {
  const letters = [...prefix]
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const code = last.codePointAt(0) ?? 0
    // Skips the surrogates, which are not valid code points.
    const next = code === 0xd7ff ? 0xe000 : code + 1
    if (next <= 0x10ffff) return { name: letters.join('') + String.fromCodePoint(next), included: true }
  }
  return null
}

const encodePageToken = ({ name, included }: Start) => Buffer.from((included ? '=' : '>') + name).toString('base64url')

function decodePageToken(token: string): Start {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (!/^[=>][^\0]/.test(text)) throw new Refusal('invalid-argument')
  return { name: text.slice(1), included: text.startsWith('=') }
}
