import { sql } from 'kysely'
import { z } from 'zod'
import type { Received } from '#contract/endpoints.ts'
import { Id } from '#contract/shapes.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { defineSortedList, wordsQuery } from '#server/platform/sorted-list.ts'

export type PeopleQuery = Received<'GET /api/admin/people'>['query']

const DAY_MS = 24 * 3600 * 1000
/** More accounts than this match only the first letters of an address. */
const MAX_ACCOUNTS = 500

const page = defineSortedList(
  {
    name: { by: sql`lower(person.name)`, key: z.string() },
    joined: { by: sql.ref('person.createdAt'), key: time },
    seen: { by: sql.ref('person.seenAt'), key: time },
  },
  { by: sql.ref('person.id'), key: Id },
  '-joined',
)

const columns = [
  'person.id',
  'person.uid',
  'person.handle',
  'person.name',
  'person.avatar',
  'person.role',
  'person.state',
  'person.storyCount',
  'person.createdAt',
  'person.seenAt',
] as const

export async function peoplePage(db: Db, asked: PeopleQuery, now: Date) {
  let query = db
    .selectFrom('person')
    .select(columns)
    // Not a join, which could break the order of the index.
    .select((eb) =>
      eb.selectFrom('account').select('account.email').whereRef('account.uid', '=', 'person.uid').as('email'),
    )
    .where('person.erasedAt', 'is', null)
  // Literals, so that the partial indexes match.
  if (asked.role) query = query.where('person.role', '=', sql.lit(asked.role))
  if (asked.state) query = query.where('person.state', '=', sql.lit(asked.state))
  if (asked.member) {
    const entitled = sql<boolean>`exists (select from entitlement where person_id = person.id and until > ${now})`
    query = query.where(asked.member === 'yes' ? entitled : sql<boolean>`not ${entitled}`)
  }
  if (asked.joinedFrom) query = query.where('person.createdAt', '>=', new Date(asked.joinedFrom))
  if (asked.joinedTo) query = query.where('person.createdAt', '<', dayAfter(asked.joinedTo))
  if (asked.seenFrom) query = query.where('person.seenAt', '>=', new Date(asked.seenFrom))
  if (asked.seenTo) query = query.where('person.seenAt', '<', dayAfter(asked.seenTo))
  const { q } = asked
  if (q) {
    const words = wordsQuery(q)
    const text = q.toLowerCase()
    const uids = await uidsByEmail(db, text)
    query = query.where((eb) =>
      eb.or([
        eb('person.handle', 'like', prefixPattern(text.replace(/^@/, ''))),
        eb('person.uid', '=', sql<string>`any(${uids}::text[])`),
        // The words of an address would find everyone of the same provider.
        ...(words && !/.@/.test(q) ? [sql<boolean>`person.name_words @@ ${words}`] : []),
      ]),
    )
  }
  return page(query, asked)
}

async function uidsByEmail(db: Db, text: string) {
  const rows = await db
    .selectFrom('account')
    .select('uid')
    .where('email', 'like', prefixPattern(text))
    .limit(MAX_ACCOUNTS)
    .execute()
  return rows.map(({ uid }) => uid)
}

/** A date includes its whole day. */
function dayAfter(date: string) {
  return new Date(Date.parse(date) + DAY_MS)
}

export function personById(db: Db, id: string) {
  return db
    .selectFrom('person')
    .select([...columns, 'person.about', 'person.followerCount', 'person.disabledAt'])
    .where('person.id', '=', id)
    .where('person.erasedAt', 'is', null)
    .executeTakeFirst()
}

/** While the membership behind it renews, the entitlement lasts some days longer than the period. */
export async function membershipOfPerson(db: Db, id: string, now: Date) {
  const [own, group, entitlement] = await Promise.all([
    db.selectFrom('membership').select(['state', 'periodEnd']).where('personId', '=', id).executeTakeFirst(),
    db
      .selectFrom('seat')
      .innerJoin('membership', 'membership.id', 'seat.membershipId')
      .select(['state', 'periodEnd'])
      .where('seat.personId', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('entitlement')
      .select(['source', 'until'])
      .where('personId', '=', id)
      .where('until', '>', now)
      .executeTakeFirst(),
  ])
  const state = own?.state ?? ('none' as const)
  if (!entitlement) return { state, reads: null }
  const { source } = entitlement
  const behind = source === 'membership' ? own : source === 'seat' ? group : undefined
  const renewing = behind && (behind.state === 'active' || behind.state === 'trialing') ? behind : null
  const until = renewing?.periodEnd ?? entitlement.until
  return { state, reads: { source, until: until.toISOString(), renews: renewing !== null } }
}

export async function personCounts(db: Db, id: string) {
  const count = (from: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from ${from})`
  return db
    .selectNoFrom([
      count(sql`article where author_id = ${id} and state = 'published'`).as('stories'),
      count(sql`article where author_id = ${id} and state not in ('published', 'trashed')`).as('drafts'),
      count(sql`response where author_id = ${id}`).as('responses'),
      sql<number>`(select count(*)::int from person_report where person_id = ${id}) +
        (select count(*)::int from response_report join response on response.id = response_report.response_id
          where response.author_id = ${id})`.as('reports'),
      count(sql`media where owner_id = ${id}`).as('files'),
    ])
    .executeTakeFirstOrThrow()
}

export function notesAbout(db: Db, personId: string) {
  return db
    .selectFrom('personNote')
    .leftJoin('person as author', 'author.id', 'personNote.byId')
    .select(['personNote.id', 'personNote.text', 'personNote.createdAt', 'personNote.byId'])
    .select(['author.name as byName', 'author.handle as byHandle'])
    .where('personNote.personId', '=', personId)
    .orderBy('personNote.createdAt', 'desc')
    .orderBy('personNote.id', 'desc')
    .limit(200)
    .execute()
}
