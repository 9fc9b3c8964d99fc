import { sql } from 'kysely'
import { z } from 'zod'
import type { ArticleState } from '#contract/articles/articles.ts'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockArticle } from '#server/articles/access.ts'
import { applyTransition } from '#server/articles/apply-transition.ts'
import { transitionArticle } from '#server/articles/transitions.ts'

const POLL_MS = 30 * SECOND_MS
// A due article locked by a save or transition is retried after this long.
const LOCK_RETRY_MS = 50
const SCHEDULED = sql.lit<ArticleState>('scheduled')

/**
 * Publishes scheduled articles when they are due. Every process has one; the first to lock an article publishes it.
 * It sleeps until the next due time, wakes when a schedule changes, and polls in case a notification was lost.
 */
export function createScheduledPublisher(ctx: Ctx) {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const job = ctx.jobs.track('scheduled-publishing', 'worker', () => wake())

  function wake(): Promise<void> {
    running = running
      .then(() => job.run(publishAllDue))
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, 'scheduled publishing failed')
        sleep(POLL_MS)
      })
    return running
  }

  function sleep(ms: number) {
    clearTimeout(timer)
    if (closed) return
    const wait = Math.min(Math.max(ms, 0), POLL_MS)
    timer = setTimeout(() => void wake(), wait)
    timer.unref()
    job.setNextRun(new Date(ctx.now().getTime() + wait))
  }

  async function publishAllDue() {
    const failed: string[] = []
    while (!closed) {
      const id = await findDueArticle(ctx, failed)
      if (!id) break
      try {
        const reason = await publishDue(ctx, id)
        if (reason !== null) job.failItem(new Error(reason), `article:${id}`)
      } catch (error) {
        // Retried on the next wake, without holding up the others.
        failed.push(id)
        job.failItem(error, `article:${id}`)
        ctx.log.error({ err: error, article: id }, 'scheduled article not published')
      }
    }
    if (!closed) sleep(await msUntilNext(ctx, failed))
  }

  return {
    wake,
    /** Called with the signals of every commit, in any process. */
    onSignals(signals: readonly string[]) {
      if (signals.includes('schedule')) void wake()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** A due article that no other transaction has locked. */
async function findDueArticle({ db, now }: Ctx, except: string[]) {
  let query = db
    .selectFrom('article')
    .select('id')
    .where('state', '=', SCHEDULED)
    .where('scheduledFor', '<=', now())
    .orderBy('scheduledFor')
    .limit(1)
  if (except.length > 0) query = query.where('id', 'not in', except)
  const row = await query.forUpdate().skipLocked().executeTakeFirst()
  return row?.id
}

/** Returns the reason when the story was refused. */
async function publishDue(ctx: Ctx, id: string) {
  try {
    await transitionIfDue(ctx, id, { transition: 'publish', note: '' })
    return null
  } catch (error) {
    // Changes by others at the same moment: the next run tries again.
    if (!(error instanceof Refusal) || error.code === 'maxretry' || error.code === 'nodata') throw error
    // The transaction was rolled back. The article returns to draft, with the reason in the note.
    await transitionIfDue(ctx, id, {
      transition: 'unschedule',
      note: `Scheduled publishing failed. ${reasonOf(error)}`,
    })
    return reasonOf(error)
  }
}

/** Checks again under the lock: another process may have published it. */
async function transitionIfDue(
  ctx: Ctx,
  id: string,
  { transition, note }: { transition: 'publish' | 'unschedule'; note: string },
) {
  await inTransaction(ctx, async (tx) => {
    const article = await lockArticle(tx.db, id)
    const due = article?.state === 'scheduled' && article.scheduledFor && article.scheduledFor <= tx.now()
    if (!due) return
    if (transition === 'publish') await requireEnabledAuthor(tx, article.authorId)
    await applyTransition(tx, article, { transition, note, at: null, by: null })
  })
}

/** Publishes a story that the scheduler could not publish, by the same rules, in the name of an admin. */
export async function publishFailed(ctx: Ctx<Viewer>, id: string) {
  const article = await ctx.db.selectFrom('article').select('authorId').where('id', '=', id).executeTakeFirst()
  if (article) await requireEnabledAuthor(ctx, article.authorId)
  await transitionArticle(ctx, id, { move: 'publish', note: '', at: null, version: null })
}

/** The account may have been disabled after scheduling. */
async function requireEnabledAuthor({ db }: Ctx, authorId: string) {
  const author = await db.selectFrom('person').select('disabledAt').where('id', '=', authorId).executeTakeFirst()
  if (author?.disabledAt) throw new Refusal('not-allowed', { message: "The author's account is disabled." })
}

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1)

/** Lists field issues by name, so that the author can fix them. */
function reasonOf({ message, details: { issues } }: Refusal) {
  const parsed = Issues.safeParse(issues)
  if (!parsed.success) return message
  return parsed.data.map((issue) => `${issue.path.slice(1).join('.')}: ${issue.message}`).join(' ')
}

async function msUntilNext({ db, now }: Ctx, except: string[]) {
  let query = db
    .selectFrom('article')
    .select('scheduledFor')
    .where('state', '=', SCHEDULED)
    .orderBy('scheduledFor')
    .limit(1)
  if (except.length > 0) query = query.where('id', 'not in', except)
  const next = await query.executeTakeFirst()
  return next?.scheduledFor ? Math.max(next.scheduledFor.getTime() - now().getTime(), LOCK_RETRY_MS) : POLL_MS
}
