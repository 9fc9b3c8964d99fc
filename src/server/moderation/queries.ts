import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { Received } from '#contract/endpoints.ts'
import type { caseSorts } from '#contract/moderation/moderation.ts'
import type { CaseView } from '#contract/moderation/names.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { anyOf, defineSortedList, findMatchingIds, wordsQuery } from '#server/platform/sorted-list.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { Target } from './target.ts'

export type CaseQuery = Received<'GET /api/admin/moderation'>['query']

const EXCERPT_LENGTH = 2000

const casePage = defineSortedList<(typeof caseSorts)[number]>(
  {
    opened: { by: sql.ref('moderationCase.openedAt'), key: time },
    reports: { by: sql.ref('moderationCase.reportCount'), key: z.int() },
    decided: { by: sql.ref('moderationCase.decidedAt'), key: time },
  },
  { by: sql.ref('moderationCase.id'), key: z.string() },
  'opened',
)

type CaseSource = AliasedRawBuilder<Selectable<Tables['moderationCase']>, 'moderationCase'>
const stored: CaseSource = sql<Selectable<Tables['moderationCase']>>`moderation_case`.as('moderationCase')

/** Cases with their target and open reports. */
function cases(db: Db, source = stored) {
  const reasons = sql<{ reason: string; count: number }[]>`coalesce((select json_agg(given) from (
    select reason, count(*)::int as count from (
      select reason from response_report
        where moderation_case.kind = 'response' and response_id = moderation_case.response_id and resolved_at is null
      union all select reason from story_report
        where moderation_case.kind = 'story' and article_id = moderation_case.article_id and resolved_at is null
      union all select reason from person_report
        where moderation_case.kind = 'person' and person_report.person_id = moderation_case.person_id and resolved_at is null
    ) as report group by reason order by count(*) desc, reason) as given), '[]')`
  return db
    .selectFrom(source)
    .innerJoin('person', 'person.id', 'moderationCase.personId')
    .leftJoin('response', 'response.id', 'moderationCase.responseId')
    .leftJoin('article', 'article.id', 'moderationCase.articleId')
    .select([
      'moderationCase.id',
      'moderationCase.kind',
      'moderationCase.open',
      'moderationCase.held',
      'moderationCase.reportCount',
      'moderationCase.openedAt',
      'moderationCase.decidedAt',
      'moderationCase.personId',
      'person.role as personRole',
      'person.about as personAbout',
      'person.disabledAt as personDisabledAt',
      'response.state as responseState',
      'response.text as responseText',
      'response.heldFor',
      'response.hiddenAs',
      'article.id as articleId',
      'article.slug',
      'article.title',
      'article.state as articleState',
    ])
    .select([
      sql<string | null>`left(coalesce(nullif(article.excerpt, ''), article.plain), ${EXCERPT_LENGTH})`.as('storyText'),
      reasons.as('reasons'),
    ])
}

export type CaseRow = NonNullable<Awaited<ReturnType<typeof caseById>>>

export function caseById(db: Db, id: string) {
  return cases(db).where('moderationCase.id', '=', id).executeTakeFirst()
}

/** The case of a target that has none, as the first report or decision creates it. */
export function emptyCase(db: Db, { kind, id, caseId }: Target) {
  const columns = {
    response: sql`id as response_id, article_id, author_id as person_id, created_at as opened_at from response`,
    story: sql`null::text as response_id, id as article_id, author_id as person_id, created_at as opened_at from article`,
    person: sql`null::text as response_id, null::text as article_id, id as person_id, created_at as opened_at from person`,
  }
  const source = sql<Selectable<Tables['moderationCase']>>`(select ${caseId}::text as id, ${kind}::text as kind,
    false as held, 0 as report_count, false as appealed, false as open, null::timestamptz as decided_at,
    ${columns[kind]} where id = ${id})`
  return cases(db, source.as('moderationCase')).executeTakeFirst()
}

/** The last decision about each case, and its appeal. */
export async function latestOf(db: Db, caseIds: string[]) {
  if (caseIds.length === 0) return { decisions: [], appeals: [] }
  const ids = anyOf(caseIds)
  const [decisions, appeals] = await Promise.all([
    db
      .selectFrom('moderationDecision')
      .distinctOn('caseId')
      .select(['caseId', 'id', 'action', 'reason', 'note', 'byId', 'at', 'until', 'undoneAt'])
      .where('caseId', '=', ids)
      .orderBy('caseId')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db.selectFrom('appeal').selectAll().where('caseId', '=', ids).execute(),
  ])
  return { decisions, appeals }
}

const conditions: Record<CaseView, ReturnType<typeof sql<boolean>>> = {
  open: sql<boolean>`moderation_case.open`,
  held: sql<boolean>`moderation_case.held`,
  reported: sql<boolean>`moderation_case.report_count > 0`,
  appeals: sql<boolean>`moderation_case.appealed`,
  decided: sql<boolean>`moderation_case.decided_at is not null`,
}

const hasName = (words: RawBuilder<unknown>) => sql<boolean>`person.name_words @@ ${words}`

/** Oldest first, as a queue; decisions latest first. `q` finds the cases of people by name or handle. */
export async function moderationCases(db: Db, asked: CaseQuery) {
  let query = cases(db).where(conditions[asked.view])
  // The partial indexes of the views are also those of open cases.
  if (asked.view !== 'open' && asked.view !== 'decided') query = query.where(conditions.open)
  // Only responses are held, and the index of held cases is without the kind.
  if (asked.kind && asked.view === 'held') query = query.where(sql<boolean>`${sql.lit(asked.kind === 'response')}`)
  else if (asked.kind) query = query.where('moderationCase.kind', '=', asked.kind)
  const words = wordsQuery(asked.q)
  if (words) {
    const people = await findMatchingIds(
      db,
      db.selectFrom('person').select('id').where('erasedAt', 'is', null).where(hasName(words)),
    )
    query = people
      ? query.where('moderationCase.personId', '=', anyOf(people))
      : query.where('person.erasedAt', 'is', null).where(hasName(words))
  }
  return casePage(query, { ...asked, sort: sortOf(asked) })
}

/** A view can be sorted by what its indexes are sorted by. Other sorts of an address give the usual order. */
function sortOf({ view, sort = 'opened' }: CaseQuery) {
  if (view === 'decided') return sort === 'decided' ? sort : '-decided'
  const byReports = view === 'open' || view === 'reported' ? ['reports', '-reports'] : []
  return ['opened', '-opened', ...byReports].includes(sort) ? sort : 'opened'
}

const MAX_COUNT = 1000

export async function countCases(db: Db, view: CaseView) {
  // In the order of the index of the view, so that few cases among many decided ones are found at once.
  const order = view === 'decided' ? 'decidedAt' : 'openedAt'
  const first = db.selectFrom('moderationCase').select('id').where(conditions[view]).orderBy(order).limit(MAX_COUNT)
  const { count } = await db
    .selectFrom(first.as('first'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function decisionById(db: Db, id: string) {
  return db.selectFrom('moderationDecision').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The last decision about the content of a target. Sanctions of its author do not count. */
export function latestDecisionOf(db: Db, caseId: string) {
  return db
    .selectFrom('moderationDecision')
    .select('id')
    .where('caseId', '=', caseId)
    .where('action', 'in', ['approve', 'hide', 'delete'])
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const MAX_DECISIONS = 50

export function decisionsOf(db: Db, caseId: string) {
  return db
    .selectFrom('moderationDecision')
    .select(['id', 'action', 'reason', 'note', 'byId', 'at', 'until', 'undoneAt'])
    .where('caseId', '=', caseId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DECISIONS)
    .execute()
}

const MAX_REPORTS = 100

export async function reportsOf(db: Db, { kind, id }: { kind: 'response' | 'story' | 'person'; id: string }) {
  const columns = ['id', 'reason', 'note', 'byId', 'createdAt', 'resolvedAt'] as const
  if (kind === 'response') {
    const query = db.selectFrom('responseReport').select(columns).where('responseId', '=', id)
    return query.orderBy('createdAt', 'desc').limit(MAX_REPORTS).execute()
  }
  if (kind === 'story') {
    const query = db.selectFrom('storyReport').select(columns).where('articleId', '=', id)
    return query.orderBy('createdAt', 'desc').limit(MAX_REPORTS).execute()
  }
  const query = db.selectFrom('personReport').select(columns).where('personId', '=', id)
  return query.orderBy('createdAt', 'desc').limit(MAX_REPORTS).execute()
}

/** What happened to a person before, except what was undone. */
export async function historyOf(db: Db, personId: string) {
  const person = await db
    .selectFrom('person')
    .select(['createdAt', 'storyCount'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('moderationDecision')
          .select(['action', ({ fn }) => fn.countAll<number>().as('count')])
          .whereRef('moderationDecision.personId', '=', 'person.id')
          .where('undoneAt', 'is', null)
          .groupBy('action'),
      ).as('decisions'),
      jsonArrayFrom(
        eb
          .selectFrom('response')
          .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
          .select(sql<number>`sum(report_count)::int`.as('reports'))
          .whereRef('response.authorId', '=', 'person.id')
          .groupBy('state'),
      ).as('responses'),
      sql<number>`(select count(*)::int from person_report where person_report.person_id = person.id)
        + (select count(*)::int from article join story_report on story_report.article_id = article.id
           where article.author_id = person.id)`.as('otherReports'),
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow()
  const decided = (action: string) => person.decisions.find((one) => one.action === action)?.count ?? 0
  const inState = (state: string) => person.responses.find((one) => one.state === state)?.count ?? 0
  return {
    joinedAt: person.createdAt.toISOString(),
    responses: person.responses.reduce((sum, { count }) => sum + count, 0),
    stories: person.storyCount,
    held: inState('held'),
    hidden: decided('hide'),
    deleted: decided('delete'),
    warned: decided('warn'),
    banned: decided('ban'),
    reports: person.responses.reduce((sum, { reports }) => sum + reports, 0) + person.otherReports,
  }
}

/** Whether an editor other than this person could decide. */
export async function hasOtherEditor(db: Db, personId: string) {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('role', 'in', ['editor', 'admin'])
    .where('disabledAt', 'is', null)
    .where('id', '!=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
