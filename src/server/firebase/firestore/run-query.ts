import { Refusal } from '#contract/errors.ts'
import { OneFilter, RunQuery, type RunQueryReply, type StructuredQuery } from '#contract/firebase/firestore.ts'
import type { Db } from '#server/platform/db.ts'
import { toTaggedFields } from '#server/firebase/plain-values.ts'
import { presentRecord } from '#server/firebase/present.ts'
import { findUserRecord } from '#server/firebase/queries.ts'

type Context = { db: Db; now: () => Date; base: string; uid: string | null; database: string }

/** Supports one query: the signed-in user's own record, by uid. */
export async function runQuery({ db, now, base, uid, database }: Context, body: unknown): Promise<RunQueryReply> {
  const query = parseQuery(body)
  if (uid === null) throw new Refusal('sign-in-needed')
  if (getUidFilter(query) !== uid)
    throw new Refusal('not-allowed', { reason: 'Only your own record can be queried, by its uid.' })
  const row = await findUserRecord(db, uid)
  const readTime = now().toISOString()
  if (!row) return [{ readTime }]

  const fields = Object.entries(presentRecord(base, row)).filter(([name]) => isSelected(query, name))
  return [
    {
      document: {
        name: `${database}/documents/users/${row.id}`,
        fields: toTaggedFields(Object.fromEntries(fields)),
        createTime: row.createdAt.toISOString(),
        updateTime: row.updatedAt.toISOString(),
      },
      readTime,
    },
  ]
}

/** Refuses malformed queries and collections other than `users`. */
function parseQuery(body: unknown): StructuredQuery {
  const parsed = RunQuery.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Refusal('invalid', { reason: `Invalid query: ${issue?.path.join('.')}: ${issue?.message}` })
  }
  const { structuredQuery } = parsed.data
  const [from] = structuredQuery.from
  if (from?.collectionId !== 'users' || from.allDescendants) throw new Refusal('not-allowed')
  if (structuredQuery.orderBy?.some(({ field }) => field.fieldPath !== '__name__'))
    throw new Refusal('invalid', { reason: 'Only ordering by __name__ is supported.' })
  return structuredQuery
}

/** Null for any filter other than one equality on `uid`. */
function getUidFilter({ where }: StructuredQuery): string | null {
  let only: unknown = where
  if (where && 'compositeFilter' in where) {
    const { op, filters } = where.compositeFilter
    only = op === 'AND' && filters.length === 1 ? filters[0] : null
  }
  const parsed = OneFilter.safeParse(only)
  if (!parsed.success) return null
  const { field, op, value } = parsed.data.fieldFilter
  const { stringValue } = value
  return field.fieldPath === 'uid' && op === 'EQUAL' && typeof stringValue === 'string' ? stringValue : null
}

function isSelected({ select }: StructuredQuery, name: string) {
  return !select || select.fields.some(({ fieldPath }) => fieldPath === name || fieldPath.startsWith(`${name}.`))
}
