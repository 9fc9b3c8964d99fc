import { Refusal } from '#contract/errors.ts'
import type { Tree } from '#contract/firebase/database.ts'
import type { Db } from '#server/platform/db.ts'
import { type Bound, type TreeQuery, applyQuery, getAtPath } from './apply-query.ts'
import { encodeKey, decodeKey } from './keys.ts'
import { parseIntegerKey } from './order.ts'
import { type PlainValue, toTree } from '#server/firebase/plain-values.ts'
import { presentArticle, presentCategory, presentRecord, presentTag } from '#server/firebase/present.ts'
import {
  type KeyRange,
  findArticleById,
  listArticlesByKey,
  listCategories,
  findCategoryBySlug,
  findUserRecord,
  findTagBySlug,
  listTags,
} from '#server/firebase/queries.ts'

const MAX_CHILDREN = 10_000
/** Firebase's wording. */
export const TOO_LARGE = 'Payload is too large'

export type Reader = { db: Db; base: string; uid: string | null }

/** The value at a path, as far as the reader may see it; null if there is none. */
export async function readTree(
  reader: Reader,
  [root, key, ...below]: string[],
  query: TreeQuery | null,
): Promise<Tree | null> {
  if (root === undefined) return withQuery(await readRoot(reader), query)
  if (key !== undefined) return withQuery(getAtPath(toTree(await readChild(reader, root, key)), below), query)
  const all = toTree(await readChildren(reader, root, query))
  // Only matching rows were read, so an empty result does not mean that the collection is empty.
  return query ? applyQuery(all ?? {}, query) : all
}

function withQuery(node: Tree | null, query: TreeQuery | null) {
  return query ? applyQuery(node, query) : node
}

/** Of the users, only the reader's own record. */
async function readRoot(reader: Reader): Promise<Tree | null> {
  const own = reader.uid === null ? null : await readChild(reader, 'users', encodeKey(reader.uid))
  return toTree({
    users: own && reader.uid !== null ? { [encodeKey(reader.uid)]: own } : null,
    categories: await readChildren(reader, 'categories', null),
    tags: await readChildren(reader, 'tags', null),
    articles: await readChildren(reader, 'articles', null),
  })
}

async function readChildren({ db, base }: Reader, root: string, query: TreeQuery | null): Promise<PlainValue> {
  if (root === 'users') throw new Refusal('not-allowed')
  if (root === 'articles')
    return indexByKey(await listArticlesByKey(db, toKeyRange(query)), ({ id }) => id, presentArticle)
  const slugOf = (row: { slug: string }) => encodeKey(row.slug)
  if (root === 'tags') return indexByKey(await listTags(db, MAX_CHILDREN + 1), slugOf, presentTag)
  if (root !== 'categories') return null
  return indexByKey(await listCategories(db, MAX_CHILDREN + 1), slugOf, (row) => presentCategory(base, row))
}

async function readChild({ db, base, uid }: Reader, root: string, key: string): Promise<PlainValue> {
  const name = decodeKey(key)
  if (root === 'users') {
    if (uid === null || name !== uid) throw new Refusal('not-allowed')
    const row = await findUserRecord(db, uid)
    return row ? { id: row.id, ...presentRecord(base, row) } : null
  }
  if (name === null) return null
  if (root === 'articles') return presentOrNull(await findArticleById(db, name), presentArticle)
  if (root === 'tags') return presentOrNull(await findTagBySlug(db, name), presentTag)
  if (root !== 'categories') return null
  return presentOrNull(await findCategoryBySlug(db, name), (row) => presentCategory(base, row))
}

function presentOrNull<Row>(row: Row | undefined, present: (row: Row) => PlainValue): PlainValue {
  return row === undefined ? null : present(row)
}

function indexByKey<Row>(rows: Row[], key: (row: Row) => string, present: (row: Row) => PlainValue): PlainValue {
  if (rows.length > MAX_CHILDREN) throw new Refusal('invalid', { reason: TOO_LARGE })
  return Object.fromEntries(rows.map((row) => [key(row), present(row)]))
}

/** Ordered by key, only the matching rows are read; otherwise all of them. */
function toKeyRange(query: TreeQuery | null): KeyRange {
  const all: KeyRange = { start: null, end: null, limit: MAX_CHILDREN + 1, from: 'first' }
  if (query?.order.by !== 'key') return all
  const { start, end, limit } = query
  return {
    start: start && toRangeEnd(start),
    end: end && toRangeEnd(end),
    limit: Math.min(limit?.count ?? Infinity, all.limit),
    from: limit?.from ?? 'first',
  }
}

/** Integer keys sort before every id, since ids are too long to be 32-bit integers. */
function toRangeEnd({ key, open }: Bound) {
  return { key: key === null || parseIntegerKey(key) !== null ? '' : key, open }
}
