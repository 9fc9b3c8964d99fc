import { Refusal } from '#contract/errors.ts'
import type { Tree } from '#contract/firebase/database.ts'
import type { Db } from '#server/platform/db.ts'
import { type Bound, type TreeQuery, choose, walk } from './apply-query.ts'
import { keyOf, nameOf } from './keys.ts'
import { integerOf } from './order.ts'
import { type Plain, treeOf } from '#server/firebase/plain-values.ts'
import { presentArticle, presentCategory, presentRecord, presentTag } from '#server/firebase/present.ts'
import {
  type KeyRange,
  articleById,
  articlesByKey,
  categories,
  categoryBySlug,
  recordOf,
  tagBySlug,
  tags,
} from '#server/firebase/queries.ts'

/** More children than this are not read at once. */
const MOST_CHILDREN = 10_000
/** As the hosted service says it. */
export const TOO_LARGE = 'Payload is too large'

export type Reader = { db: Db; base: string; uid: string | null }

/** What lies at a path, as far as this reader may see it; null when that is nothing. */
export async function readTree(
  reader: Reader,
  [root, key, ...below]: string[],
  query: TreeQuery | null,
): Promise<Tree | null> {
  if (root === undefined) return chosen(await everything(reader), query)
  if (key !== undefined) return chosen(walk(treeOf(await child(reader, root, key)), below), query)
  const all = treeOf(await children(reader, root, query))
  // Only what could be chosen was read, so nothing here does not mean that nothing is there.
  return query ? choose(all ?? {}, query) : all
}

function chosen(node: Tree | null, query: TreeQuery | null) {
  return query ? choose(node, query) : node
}

/** The whole tree; of the people in it, only the reader. */
async function everything(reader: Reader): Promise<Tree | null> {
  const own = reader.uid === null ? null : await child(reader, 'users', keyOf(reader.uid))
  return treeOf({
    users: own && reader.uid !== null ? { [keyOf(reader.uid)]: own } : null,
    categories: await children(reader, 'categories', null),
    tags: await children(reader, 'tags', null),
    articles: await children(reader, 'articles', null),
  })
}

async function children({ db, base }: Reader, root: string, query: TreeQuery | null): Promise<Plain> {
  if (root === 'users') throw new Refusal('not-allowed')
  if (root === 'articles') return byKey(await articlesByKey(db, rangeOf(query)), ({ id }) => id, presentArticle)
  const slugOf = (row: { slug: string }) => keyOf(row.slug)
  if (root === 'tags') return byKey(await tags(db, MOST_CHILDREN + 1), slugOf, presentTag)
  if (root !== 'categories') return null
  return byKey(await categories(db, MOST_CHILDREN + 1), slugOf, (row) => presentCategory(base, row))
}

async function child({ db, base, uid }: Reader, root: string, key: string): Promise<Plain> {
  const name = nameOf(key)
  if (root === 'users') {
    if (uid === null || name !== uid) throw new Refusal('not-allowed')
    const row = await recordOf(db, uid)
    return row ? { id: row.id, ...presentRecord(base, row) } : null
  }
  if (name === null) return null
  if (root === 'articles') return presented(await articleById(db, name), presentArticle)
  if (root === 'tags') return presented(await tagBySlug(db, name), presentTag)
  if (root !== 'categories') return null
  return presented(await categoryBySlug(db, name), (row) => presentCategory(base, row))
}

function presented<Row>(row: Row | undefined, present: (row: Row) => Plain): Plain {
  return row === undefined ? null : present(row)
}

function byKey<Row>(rows: Row[], key: (row: Row) => string, present: (row: Row) => Plain): Plain {
  if (rows.length > MOST_CHILDREN) throw new Refusal('invalid', { reason: TOO_LARGE })
  return Object.fromEntries(rows.map((row) => [key(row), present(row)]))
}

/** The rows that could be chosen: by key exactly those, by anything else all of them. */
function rangeOf(query: TreeQuery | null): KeyRange {
  const all: KeyRange = { start: null, end: null, limit: MOST_CHILDREN + 1, from: 'first' }
  if (query?.order.by !== 'key') return all
  const { start, end, limit } = query
  return {
    start: start && edge(start),
    end: end && edge(end),
    limit: Math.min(limit?.count ?? Infinity, all.limit),
    from: limit?.from ?? 'first',
  }
}

/** Whole numbers come before every id, since no id is short enough to be one. */
function edge({ key, open }: Bound) {
  return { key: key === null || integerOf(key) !== null ? '' : key, open }
}
