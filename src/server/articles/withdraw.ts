import type { Ctx } from '#server/platform/ctx.ts'
import { lockWork } from './access.ts'
import { step } from './step.ts'

/** Puts everything somebody wrote into the trash. Inside a transaction. */
export async function withdrawAllOf(tx: Ctx, authorId: string) {
  const written = await tx.db
    .selectFrom('article')
    .select('id')
    .where('authorId', '=', authorId)
    .where('state', '!=', 'trashed')
    .orderBy('id')
    .execute()
  for (const { id } of written) {
    const work = await lockWork(tx.db, id)
    if (work && work.state !== 'trashed') await step(tx, work, { move: 'trash', note: '', at: null, by: authorId })
  }
}
