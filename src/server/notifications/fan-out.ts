import { type Selectable, sql } from 'kysely'
import { markStory } from '#server/stories/mark-story.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { publishedArticles } from '#server/stories/published.ts'
import { type Recipient, nextRecipients } from './recipients.ts'
import { lockLists, notifyRecipients } from './notify-recipients.ts'

/** Recipients per transaction: small enough to keep locks short, large enough to be fast. */
const BATCH_SIZE = 1000
/** Events with one recipient per transaction. */
const MAX_SINGLES = 50
/** Above this, one `live:fan-out` tag replaces a tag per recipient, and each process checks its own connections. */
const MAX_TAGS = 50

export type DueEvent = Selectable<Tables['notificationEvent']>
/** One recipient, or all followers of the actor or all editors. Queued apart, so that single recipients do not wait for large fan-outs. */
export type Reach = 'one' | 'many'

export const FAN_OUT = 'live:fan-out'
export const notificationTag = (personId: string) => `live:notification:${personId}` as const

/** The oldest due events that no other process has locked. */
function dueEvents({ db }: Ctx, reach: Reach, except: readonly string[]) {
  let query = db
    .selectFrom('notificationEvent')
    .where('doneAt', 'is', null)
    .where('personId', reach === 'one' ? 'is not' : 'is', null)
    .orderBy('at')
    .orderBy('id')
  if (except.length > 0) query = query.where('id', 'not in', except)
  return query.forUpdate().skipLocked()
}

export async function nextDueEvent(ctx: Ctx, reach: Reach, except: readonly string[] = []): Promise<string | null> {
  return (await dueEvents(ctx, reach, except).select('id').limit(1).executeTakeFirst())?.id ?? null
}

/** Many likes at once cost one transaction. Returns true if there may be more. An event that fails rolls all of them back. */
export async function fanOutSingles(ctx: Ctx, except: readonly string[] = []): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const events = await dueEvents(tx, 'one', except).selectAll().limit(MAX_SINGLES).execute()
    if (events.length === 0) return false
    await lockLists(
      tx,
      events.flatMap(({ personId }) => personId ?? []),
    )
    for (const event of events) {
      await notifyWanted(tx, event, await nextRecipients(tx, { ...event, limit: 1 }))
    }
    await sql`update notification_event set done_at = ${tx.now()}
      where id = any(${events.map(({ id }) => id)}::text[])`.execute(tx.db)
    return events.length === MAX_SINGLES
  })
}

/**
 * Notifies the next batch of recipients. The notifications and the progress commit together, so fan-out resumes after a
 * crash. False when another process has the event locked, or it is done.
 */
export async function fanOutBatch(ctx: Ctx, id: string, batchSize = BATCH_SIZE): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const event = await lockDue(tx, id)
    if (!event) return false
    const recipients = await nextRecipients(tx, { ...event, limit: batchSize })
    await lockLists(
      tx,
      recipients.filter(({ wanted }) => wanted).map(({ personId }) => personId),
    )
    await notifyWanted(tx, event, recipients)
    const last = event.personId === null && recipients.length === batchSize ? recipients.at(-1) : undefined
    await tx.db
      .updateTable('notificationEvent')
      .set(last ? { notifiedTo: last.personId } : { doneAt: tx.now() })
      .where('id', '=', id)
      .execute()
    return true
  })
}

async function notifyWanted(tx: Ctx, event: DueEvent, recipients: Recipient[]) {
  const wanted = (await isStillCurrent(tx, event)) ? recipients.filter((recipient) => recipient.wanted) : []
  const notified = await notifyRecipients(tx, event, wanted)
  if (notified.length > MAX_TAGS) tx.invalidate(FAN_OUT)
  else tx.invalidate(...notified.map(notificationTag))
  const isFirst = event.kind === 'story' && event.notifiedTo === '' && notified.length > 0
  if (isFirst && event.articleId !== null) await markStory(tx, event.articleId, 'mailed')
}

function lockDue({ db }: Ctx, id: string) {
  const query = db.selectFrom('notificationEvent').selectAll().where('id', '=', id).where('doneAt', 'is', null)
  return query.forUpdate().skipLocked().executeTakeFirst()
}

/** Fan-out stops when the story is no longer published, the submission no longer in review, or the story
 * no longer assigned to the recipient. */
async function isStillCurrent({ db }: Ctx, { kind, articleId, personId }: DueEvent) {
  if (articleId === null) return true
  if (kind === 'submission') return isAwaitingReview(db, articleId)
  if (kind === 'assignment') return isAssigned(db, articleId, personId)
  if (kind !== 'story') return true
  const row = await publishedArticles(db).select('id').where('id', '=', articleId).executeTakeFirst()
  return row !== undefined
}

async function isAssigned(db: Db, articleId: string, personId: string | null) {
  const row = await db
    .selectFrom('draft')
    .select('draft.articleId')
    .where('draft.articleId', '=', articleId)
    .where('draft.reviewerId', '=', personId)
    .where('draft.reviewSince', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

async function isAwaitingReview(db: Db, articleId: string) {
  const row = await db
    .selectFrom('draft')
    .select('draft.articleId')
    .where('draft.articleId', '=', articleId)
    .where('draft.reviewSince', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
