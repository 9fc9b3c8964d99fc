import { sql } from 'kysely'
import { z } from 'zod'
import type { ArticleState } from '#contract/articles.ts'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockWork } from '#server/articles/access.ts'
import { step } from '#server/articles/apply-transition.ts'

const LOOK_MS = 30 * SECOND_MS
// Somebody is saving or moving it this very moment; that takes no longer.
const BUSY_MS = 50
const SCHEDULED = sql.lit<ArticleState>('scheduled')

export type Clock = ReturnType<typeof createClock>

/**
 * Publishes what is scheduled when its time has come. Every process has one; whichever locks an article first publishes it.
 * It sleeps until the earliest time, is woken when a schedule changes, and looks again now and then in case nobody told it.
 */
export function createClock(ctx: Ctx) {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  function wake(): Promise<void> {
    working = working.then(round).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'the clock could not look at what is scheduled')
      sleep(LOOK_MS)
    })
    return working
  }

  function sleep(ms: number) {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void wake(), Math.min(Math.max(ms, 0), LOOK_MS))
    timer.unref()
  }

  async function round() {
    const failed: string[] = []
    while (!closed) {
      const id = await dueArticle(ctx, failed)
      if (!id) break
      try {
        await publishDue(ctx, id)
      } catch (error) {
        // The others are not kept waiting; this one is tried again in the next round.
        failed.push(id)
        ctx.log.error({ err: error, article: id }, 'a scheduled article could not be published')
      }
    }
    if (!closed) sleep(await untilNext(ctx, failed))
  }

  return {
    wake,
    /** Told what was changed, here or in another process. */
    heard(names: readonly string[]) {
      if (names.includes('schedule')) void wake()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}

/** One whose time has come and that nobody holds. */
async function dueArticle({ db, now }: Ctx, except: string[]) {
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

async function publishDue(ctx: Ctx, id: string) {
  try {
    await whileDue(ctx, id, { move: 'publish', note: '' })
  } catch (error) {
    // Undone so far: it goes back to its author instead, who reads why.
    if (!(error instanceof Refusal)) throw error
    await whileDue(ctx, id, { move: 'unschedule', note: `It could not be published at its time. ${reasonOf(error)}` })
  }
}

/** Only one process at a time has the lock, and whoever comes second finds it published. */
async function whileDue(ctx: Ctx, id: string, { move, note }: { move: 'publish' | 'unschedule'; note: string }) {
  await inTransaction(ctx, async (tx) => {
    const work = await lockWork(tx.db, id)
    const due = work?.state === 'scheduled' && work.scheduledFor && work.scheduledFor <= tx.now()
    if (!due) return
    if (move === 'publish') await checkAuthor(tx, work.authorId)
    await step(tx, work, { move, note, at: null, by: null })
  })
}

/** Whoever was shut out meanwhile does not go on publishing. */
async function checkAuthor({ db }: Ctx, authorId: string) {
  const author = await db.selectFrom('person').select('disabledAt').where('id', '=', authorId).executeTakeFirst()
  if (author?.disabledAt) throw new Refusal('not-allowed', { message: 'The account of its author is disabled.' })
}

const Faults = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1)

/** What its author can do something about: of what was not right, each fault by its name. */
function reasonOf({ message, details: { issues } }: Refusal) {
  const faults = Faults.safeParse(issues)
  if (!faults.success) return message
  return faults.data.map((fault) => `${fault.path.slice(1).join('.')}: ${fault.message}`).join(' ')
}

async function untilNext({ db, now }: Ctx, except: string[]) {
  let query = db
    .selectFrom('article')
    .select('scheduledFor')
    .where('state', '=', SCHEDULED)
    .orderBy('scheduledFor')
    .limit(1)
  if (except.length > 0) query = query.where('id', 'not in', except)
  const next = await query.executeTakeFirst()
  return next?.scheduledFor ? Math.max(next.scheduledFor.getTime() - now().getTime(), BUSY_MS) : LOOK_MS
}
