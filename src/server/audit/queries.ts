import { sql } from 'kysely'
import { z } from 'zod'
import type { Received } from '#contract/endpoints.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { defineSortedList, wordsQuery } from '#server/platform/sorted-list.ts'

export type AuditQuery = Received<'GET /api/admin/audit'>['query']

const DAY_MS = 24 * 3600 * 1000
const MAX_PEOPLE = 10

const page = defineSortedList(
  { at: { by: sql.ref('auditEntry.at'), key: time } },
  { by: sql.ref('auditEntry.id'), key: z.int() },
  '-at',
)

/** `people` are the ids of the people that `q` and `actor` refer to. */
export function auditPage(db: Db, asked: AuditQuery, people: { actor: string | null; named: string[] }) {
  let query = db
    .selectFrom('auditEntry')
    .leftJoin('person as actor', 'actor.id', 'auditEntry.actorId')
    .leftJoin('person as target', (join) =>
      join.onRef('target.id', '=', 'auditEntry.targetId').on('auditEntry.targetKind', '=', 'person'),
    )
    .leftJoin('apiKey', 'apiKey.id', 'auditEntry.keyId')
    .selectAll('auditEntry')
    .select('apiKey.name as keyName')
    .select(['actor.name as actorName', 'actor.handle as actorHandle'])
    .select(['target.name as personName', 'target.handle as personHandle'])
  if (people.actor) query = query.where('auditEntry.actorId', '=', people.actor)
  if (asked.key) query = query.where('auditEntry.keyId', '=', asked.key)
  if (asked.action) query = query.where('auditEntry.action', '=', asked.action)
  if (asked.outcome) query = query.where('auditEntry.outcome', '=', sql.lit(asked.outcome))
  if (asked.target) {
    const [kind = '', ...id] = asked.target.split(':')
    query = query.where('auditEntry.targetKind', '=', kind)
    if (id.length > 0) query = query.where('auditEntry.targetId', '=', id.join(':'))
  }
  if (asked.from) query = query.where('auditEntry.at', '>=', new Date(asked.from))
  if (asked.to) query = query.where('auditEntry.at', '<', new Date(Date.parse(asked.to) + DAY_MS))
  const { q } = asked
  if (q) {
    const words = wordsQuery(q)
    query = query.where((eb) =>
      eb.or([
        eb('auditEntry.requestId', '=', q),
        ...(words ? [sql<boolean>`search_names(audit_entry.target_name) @@ ${words}`] : []),
        ...(people.named.length > 0
          ? [
              eb('auditEntry.actorId', 'in', people.named),
              eb.and([eb('auditEntry.targetKind', '=', 'person'), eb('auditEntry.targetId', 'in', people.named)]),
            ]
          : []),
      ]),
    )
  }
  return page(query, asked)
}

/** Not through `people`, whose services record entries themselves. */
export function peopleNamed(db: Db, q: string) {
  // Handles are often typed with a leading @.
  const pattern = prefixPattern(q.toLowerCase().replace(/^@/, ''))
  return db
    .selectFrom('person')
    .select('id')
    .where((eb) => eb.or([eb('handle', 'like', pattern), eb(eb.fn<string>('lower', ['name']), 'like', pattern)]))
    .where('disabledAt', 'is', null)
    .orderBy('storyCount', 'desc')
    .orderBy('handle')
    .limit(MAX_PEOPLE)
    .execute()
}
