import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

/** Keeps events and counts them. The figures are in the site's database, wherever the events are. */
export type EventStore = {
  /** Counts the oldest events that were not counted yet. Returns whether there may be more. */
  countNext(ctx: Ctx): Promise<boolean>
  /** Computes the figures of a day again from its events. The result is the same, unless the rules have changed. */
  recomputeDay(ctx: Ctx, day: string): Promise<void>
  /** The days whose figures can be computed again, oldest first. */
  listDays(db: Db): Promise<string[]>
  /** Deletes events that are no longer kept. */
  dropOld(db: Db, now: Date): Promise<void>
  close(): Promise<void>
}
