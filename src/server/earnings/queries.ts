import { sql } from 'kysely'
import { z } from 'zod'
import type { Received } from '#contract/endpoints.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { containsPattern } from '#server/platform/like-pattern.ts'
import { defineSortedList, wordsQuery } from '#server/platform/sorted-list.ts'
import { Id } from '#contract/shapes.ts'

/** Ten years, or fewer with several currencies. */
const MAX_MONTHS = 120
const MAX_PAYOUTS = 200

/** Of payments in test mode, or of real ones. */
export async function firstPaymentAt(db: Db, test: boolean) {
  const { first } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.min('paidAt').as('first'))
    .where('paidAt', 'is not', null)
    .where('provider', test ? '<>' : '=', 'stripe')
    .executeTakeFirstOrThrow()
  return first
}

/** All currencies of a month are closed at once. */
export async function lastClosedMonth(db: Db) {
  const { last } = await db
    .selectFrom('earningsMonth')
    .select(({ fn }) => fn.max('month').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** What has counted in the closed months, by currency. */
export async function closedRevenue(db: Db, test: boolean) {
  const rows = await db
    .selectFrom('earningsMonth')
    .select(['currency', sql<number>`sum(revenue)::float8`.as('revenue')])
    .where('test', '=', test)
    .groupBy('currency')
    .execute()
  return new Map(rows.map(({ currency, revenue }) => [currency, revenue]))
}

export async function countMemberReads(db: Db, months: readonly string[]) {
  if (months.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('memberRead')
    .select(({ fn }) => ['month', fn.countAll<number>().as('count')])
    .where('month', 'in', months)
    .groupBy('month')
    .execute()
  return new Map(rows.map(({ month, count }) => [month, count]))
}

type ReadStory = { articleId: string; title: string; reads: number; authorIds: string[]; deleted: boolean }

/** Every story that members finished in the month, once for each byline that it had. */
export async function readStories(db: Db, month: string) {
  const { rows } = await sql<ReadStory>`
    select counted.article_id as "articleId", coalesce(counted.title, article.title) as title, counted.reads,
      counted.author_ids as "authorIds", counted.title is not null as deleted
    from (select article_id, title, author_ids, count(*)::int as reads from member_read where month = ${month}
      group by article_id, title, author_ids) as counted
    left join article on article.id = counted.article_id
    where article.id is not null or counted.title is not null
    order by counted.article_id, counted.author_ids`.execute(db)
  return rows
}

export type OwnStory = {
  id: string
  articleId: string
  title: string
  slug: string | null
  reads: number
  authors: number
}

/** The stories of a person that members finished in a month that is not closed. `id` is unique for story and byline. */
export async function ownReadStories(db: Db, personId: string, month: string) {
  const { rows } = await sql<OwnStory>`
    select article_id || '-' || md5(array_to_string(author_ids, ' ')) as id, article_id as "articleId",
      coalesce(counted.title, article.title) as title,
      case when article.state = 'published' then article.slug end as slug, reads, cardinality(author_ids) as authors
    from (select article_id, title, author_ids, count(*)::int as reads from member_read
      where month = ${month} and author_ids @> array[${personId}]::text[] group by article_id, title, author_ids) as counted
    left join article on article.id = counted.article_id
    order by reads desc, id`.execute(db)
  return rows
}

const monthColumns = [
  'earningsMonth.month',
  'earningsMonth.currency',
  'earningsMonth.net',
  'earningsMonth.carried',
  'earningsMonth.revenue',
  'earningsMonth.sharePercent',
  'earningsMonth.pool',
  'earningsMonth.reads',
  'earningsMonth.roundUpFrom',
  'earningsMonth.closedAt',
] as const

export function ownMonths(db: Db, personId: string, test: boolean) {
  return db
    .selectFrom('earning')
    .innerJoin('earningsMonth', (join) =>
      join.onRef('earningsMonth.month', '=', 'earning.month').onRef('earningsMonth.currency', '=', 'earning.currency'),
    )
    .select(monthColumns)
    .select([
      sql<number>`sum(earning.amount)::float8`.as('amount'),
      sql<number>`sum(earning.reads::float8 / earning.authors)`.as('ownReads'),
    ])
    .where('earning.personId', '=', personId)
    .where('earningsMonth.test', '=', test)
    .groupBy(['earningsMonth.month', 'earningsMonth.currency'])
    .orderBy('earningsMonth.month', 'desc')
    .orderBy('earningsMonth.currency')
    .limit(MAX_MONTHS)
    .execute()
}

type Earned = { from: string; to: string; stories: readonly string[] | null; test: boolean }

/** What a person earned in closed months, by currency. */
export async function closedEarnings(db: Db, personId: string, { from, to, stories, test }: Earned) {
  let query = db
    .selectFrom('earning')
    .innerJoin('earningsMonth', (join) =>
      join.onRef('earningsMonth.month', '=', 'earning.month').onRef('earningsMonth.currency', '=', 'earning.currency'),
    )
    .select(['earning.currency', sql<number>`sum(earning.amount)::float8`.as('amount')])
    .where('earning.personId', '=', personId)
    .where('earningsMonth.test', '=', test)
    .where('earning.month', '>=', from)
    .where('earning.month', '<=', to)
    .groupBy('earning.currency')
  if (stories) query = query.where('earning.articleId', '=', sql<string>`any(${stories}::text[])`)
  return query.execute()
}

const ownPage = defineSortedList(
  { amount: { by: sql.ref('earning.amount'), key: z.int() } },
  { by: sql.ref('earning.id'), key: z.int() },
  '-amount',
)

type StoriesQuery = Received<'GET /api/earnings/stories'>['query']

export function ownStoriesPage(db: Db, personId: string, asked: StoriesQuery, test: boolean) {
  const { month, currency, before, limit } = asked
  let query = db
    .selectFrom('earning')
    .innerJoin('earningsMonth', (join) =>
      join.onRef('earningsMonth.month', '=', 'earning.month').onRef('earningsMonth.currency', '=', 'earning.currency'),
    )
    .leftJoin('article', (join) =>
      join.onRef('article.id', '=', 'earning.articleId').on('article.state', '=', 'published'),
    )
    .select(monthColumns)
    .select([
      'earning.id',
      'earning.title',
      'earning.reads as storyReads',
      'earning.authors',
      'earning.tieKey',
      'earning.amount',
      'article.slug',
    ])
    .where('earning.personId', '=', personId)
    .where('earning.month', '=', month)
    .where('earningsMonth.test', '=', test)
  if (currency) query = query.where('earning.currency', '=', currency)
  return ownPage(query, { before, limit })
}

/** What a person earned and what was paid out, by currency. */
export function balances(db: Db, test: boolean) {
  const earned = db
    .selectFrom('earning')
    .innerJoin('earningsMonth', (join) =>
      join.onRef('earningsMonth.month', '=', 'earning.month').onRef('earningsMonth.currency', '=', 'earning.currency'),
    )
    .select(['earning.personId', 'earning.currency', 'earning.amount as earned', sql<number>`0`.as('paid')])
    .where('earningsMonth.test', '=', test)
  const paid = db
    .selectFrom('payout')
    .select(['payout.personId', 'payout.currency', sql<number>`0`.as('earned'), 'payout.amount as paid'])
    .where('payout.voidedAt', 'is', null)
    .where('payout.test', '=', test)
  return db
    .selectFrom(earned.unionAll(paid).as('moved'))
    .select(['moved.personId', 'moved.currency'])
    .select([
      sql<number>`sum(moved.earned)::float8`.as('earned'),
      sql<number>`sum(moved.paid)::float8`.as('paid'),
      sql<number>`(sum(moved.earned) - sum(moved.paid))::float8`.as('owed'),
    ])
    .groupBy(['moved.personId', 'moved.currency'])
}

export function ownBalances(db: Db, personId: string, test: boolean) {
  return balances(db, test).where('moved.personId', '=', personId).orderBy('moved.currency').execute()
}

export function ownPayouts(db: Db, personId: string, test: boolean) {
  return db
    .selectFrom('payout')
    .select(['id', 'amount', 'currency', 'reference', 'paidOn'])
    .where('personId', '=', personId)
    .where('voidedAt', 'is', null)
    .where('test', '=', test)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PAYOUTS)
    .execute()
}

const creatorId = sql<string>`(balance.person_id || ' ' || balance.currency)`
const creatorPage = defineSortedList(
  {
    owed: { by: sql.ref('balance.owed'), key: z.number() },
    earned: { by: sql.ref('balance.earned'), key: z.number() },
    name: { by: sql`lower(person.name)`, key: z.string() },
  },
  { by: creatorId, key: z.string().max(40) },
  '-owed',
)

export function creatorsPage(db: Db, asked: Received<'GET /api/admin/earnings'>['query'], test: boolean) {
  let query = db
    .selectFrom(balances(db, test).as('balance'))
    .innerJoin('person', 'person.id', 'balance.personId')
    .select(['balance.currency', 'balance.earned', 'balance.paid', 'balance.owed'])
    .select(['person.id as personId', 'person.handle', 'person.name', 'person.erasedAt'])
  if (asked.show === 'owed') query = query.where('balance.owed', '>', 0)
  const { q } = asked
  if (q) query = query.where(sql<boolean>`${matchesPerson(q)}`)
  return creatorPage(query, asked)
}

function matchesPerson(q: string) {
  const words = wordsQuery(q)
  const handle = sql`person.handle like ${containsPattern(q.toLowerCase().replace(/^@/, ''))}`
  return words ? sql`(${handle} or person.name_words @@ ${words})` : handle
}

const payoutPage = defineSortedList(
  {
    created: { by: sql.ref('payout.createdAt'), key: time },
    amount: { by: sql.ref('payout.amount'), key: z.int() },
  },
  { by: sql.ref('payout.id'), key: Id },
  '-created',
)

function payouts(db: Db) {
  return db
    .selectFrom('payout')
    .leftJoin('person', 'person.id', 'payout.personId')
    .leftJoin('person as admin', 'admin.id', 'payout.byId')
    .select([
      'payout.id',
      'payout.amount',
      'payout.currency',
      'payout.reference',
      'payout.paidOn',
      'payout.createdAt',
      'payout.voidedAt',
      'person.id as personId',
      'person.handle',
      'person.name',
      'admin.name as byName',
    ])
}

export function payoutsPage(db: Db, asked: Received<'GET /api/admin/earnings/payouts'>['query'], test: boolean) {
  let query = payouts(db).where('payout.test', '=', test)
  const { q } = asked
  if (q)
    query = query.where(
      sql<boolean>`(lower(payout.reference) like ${containsPattern(q.toLowerCase())} or ${matchesPerson(q)})`,
    )
  return payoutPage(query, asked)
}

export function payoutById(db: Db, id: string) {
  return payouts(db).where('payout.id', '=', id).executeTakeFirst()
}

/** The closed months of the site. */
export function monthOverview(db: Db, test: boolean) {
  return db
    .selectFrom('earningsMonth')
    .select(monthColumns)
    .select((eb) => [
      eb
        .selectFrom('earning')
        .select(sql<number>`count(distinct person_id)::int`.as('creators'))
        .whereRef('earning.month', '=', 'earningsMonth.month')
        .whereRef('earning.currency', '=', 'earningsMonth.currency')
        .as('creators'),
      eb
        .selectFrom('earning')
        .select(sql<number>`coalesce(sum(amount), 0)::float8`.as('distributed'))
        .whereRef('earning.month', '=', 'earningsMonth.month')
        .whereRef('earning.currency', '=', 'earningsMonth.currency')
        .as('distributed'),
    ])
    .where('earningsMonth.test', '=', test)
    .orderBy('earningsMonth.month', 'desc')
    .orderBy('earningsMonth.currency')
    .limit(MAX_MONTHS)
    .execute()
}
