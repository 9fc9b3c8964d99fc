import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { formatsOf, widthsOf } from './picture.ts'
import { type MediaRow, mediaById } from './queries.ts'
import { makeVariant } from './variants.ts'

const LEFT_MS = MINUTE_MS
const LOOK_MS = MINUTE_MS / 2
const MOST_TAKEN = 10

export type Workshop = ReturnType<typeof createWorkshop>

/** Makes the sizes of new pictures, one picture after the other, and those that a process which died left behind. */
export function createWorkshop(ctx: Ctx) {
  const { db, log, now } = ctx
  let closed = false
  let working: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => void follow(takeUpLeft), LOOK_MS)
  timer.unref()

  function follow(work: () => Promise<unknown>) {
    working = working.then(work).catch((error: unknown) => log.error({ err: error }, 'a picture was not finished'))
    return working
  }

  /** Every size of one picture; returns at once when they are made. */
  async function finish(id: string) {
    const row = await mediaById(db, id)
    if (closed || row?.state !== 'processing') return
    try {
      for (const width of widthsOf(row)) {
        for (const format of formatsOf(row)) {
          await makeVariant(ctx, row, { width, format })
          if (closed) return
        }
        await mark(row, {})
      }
      await mark(row, { state: 'ready' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Replaced or deleted, there is nothing to mark.
      if (error.code === 'broken-file') await mark(row, { state: 'failed' })
    }
  }

  function mark({ id, blob }: MediaRow, change: { state?: string }) {
    const current = db.updateTable('media').where('id', '=', id).where('blob', '=', blob)
    return current.set({ ...change, updatedAt: now() }).execute()
  }

  /** Pictures that nobody has worked on for a while. Whoever marks them has them to itself for as long again. */
  async function takeUpLeft() {
    const left = await db
      .updateTable('media')
      .set({ updatedAt: now() })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('media')
          .select('id')
          .where('state', '=', sql.lit('processing'))
          .where('updatedAt', '<', new Date(now().getTime() - LEFT_MS))
          .orderBy('updatedAt')
          .limit(MOST_TAKEN)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute()
    for (const { id } of left) await finish(id)
    return left.length
  }

  return {
    begin: (id: string) => void follow(() => finish(id)),
    takeUpLeft,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
