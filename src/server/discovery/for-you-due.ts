import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { DISCOVERY } from './notice.ts'

/** Reading on for a while makes one new choice, not one for every story. */
const PATIENCE_MS = MINUTE_MS

/**
 * Has what was chosen for somebody chosen anew at once: they have just said whom or what they want to read. Inside a
 * transaction.
 */
export async function choiceIsStale(tx: Pick<Ctx, 'db' | 'now' | 'invalidate'>, personId: string) {
  await askForChoice(tx, personId, true)
  tx.invalidate(DISCOVERY)
}

/** Says that what was chosen for somebody should be chosen anew; at once, when they have just said what they like. */
export async function askForChoice({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: string, soon = false) {
  const dueAt = new Date(now().getTime() + (soon ? 0 : PATIENCE_MS))
  await db
    .insertInto('forYouState')
    .values({ personId, dueAt })
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ dueAt })
        .where((eb) => eb.or([eb('forYouState.dueAt', 'is', null), eb('forYouState.dueAt', '>', dueAt)])),
    )
    .execute()
}
