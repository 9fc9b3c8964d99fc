import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { Received } from '#contract/endpoints.ts'
import type { MailState } from '#contract/mail/mail-states.ts'
import { Id } from '#contract/shapes.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { STALE_MS } from '#server/platform/mail.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'

export type MailQuery = Received<'GET /api/admin/mail'>['query']

const page = defineSortedList(
  { created: { by: sql.ref('mail.createdAt'), key: time } },
  { by: sql.ref('mail.id'), key: Id },
  '-created',
)

/** What a state depends on besides the row. */
export type MailSituation = { now: Date; hasServer: boolean }

const columns = [
  'mail.id',
  'kind',
  'toAddress as to',
  'subject',
  'link',
  'code',
  'attempts',
  'createdAt',
  'sentAt',
  'nextAttemptAt',
  'retriedAt',
  'problem',
] as const

export function mailPage(db: Db, asked: MailQuery, situation: MailSituation) {
  let query = db.selectFrom('mail').select(columns)
  if (asked.q) {
    const address = asked.q.toLowerCase()
    // A whole address is looked up, a part of one is searched by its beginning.
    query = /@.+\./.test(address)
      ? query.where('toAddress', '=', address)
      : query.where('toAddress', 'like', prefixPattern(address))
  }
  if (asked.kind) query = query.where('kind', '=', asked.kind)
  if (asked.state) query = query.where(isInState(asked.state, situation))
  if (asked.from) query = query.where('createdAt', '>=', new Date(asked.from))
  if (asked.to) query = query.where('createdAt', '<', new Date(Date.parse(asked.to) + DAY_MS))
  return page(query, asked)
}

/** Each starts with the condition of a partial index. */
function isInState(state: MailState, { now, hasServer }: MailSituation) {
  const queued = sql`mail.sent_at is null and mail.next_attempt_at is not null`
  const oldest = new Date(now.getTime() - STALE_MS)
  const recent = sql`(mail.created_at > ${oldest} or coalesce(mail.retried_at > ${oldest}, false))`
  switch (state) {
    case 'delivered':
      return sql<boolean>`mail.sent_at is not null`
    case 'failed':
      return sql<boolean>`mail.sent_at is null and mail.next_attempt_at is null`
    case 'waiting':
      return hasServer ? sql<boolean>`${queued} and ${recent}` : sql<boolean>`false`
    case 'undelivered':
      return hasServer ? sql<boolean>`${queued} and not ${recent}` : sql<boolean>`${queued}`
  }
}

type Dates = { sentAt: Date | null; nextAttemptAt: Date | null; createdAt: Date; retriedAt: Date | null }

/** The same rule for one row. */
export function stateOf(mail: Dates, { now, hasServer }: MailSituation): MailState {
  if (mail.sentAt) return 'delivered'
  if (!mail.nextAttemptAt) return 'failed'
  const queuedAt = mail.retriedAt ?? mail.createdAt
  return hasServer && now.getTime() - queuedAt.getTime() < STALE_MS ? 'waiting' : 'undelivered'
}

export function mailById(db: Db, id: string) {
  return db
    .selectFrom('mail')
    .select([...columns, 'text', 'html', 'unsubscribe'])
    .where('id', '=', id)
    .executeTakeFirst()
}
