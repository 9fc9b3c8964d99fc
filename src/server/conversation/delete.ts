import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeResponse, lockSeen } from './change.ts'
import { canDo } from './policy.ts'

/** Leaves a place without words, so that replies stand where they stood; nothing else of it stays. */
export async function deleteResponse(ctx: Ctx<Viewer>, id: string) {
  await inTransaction(ctx, async (tx) => {
    if (await isOwnTombstone(tx, id)) return
    const held = await lockSeen(tx, id)
    if (!canDo(tx.viewer, held.row, held.story, tx.now()).delete) throw new Refusal('not-allowed')
    await tx.db.deleteFrom('responseMention').where('responseId', '=', id).execute()
    await tx.db.deleteFrom('responseReport').where('responseId', '=', id).execute()
    await tx.db.deleteFrom('responseLike').where('responseId', '=', id).execute()
    await changeResponse(tx, held, {
      state: 'deleted',
      text: '',
      heldFor: null,
      pinnedAt: null,
      editedAt: null,
      likeCount: 0,
      deletedAt: tx.now(),
    })
  })
  return {}
}

/** Deleting twice is deleting once. */
async function isOwnTombstone({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await db
    .selectFrom('response')
    .select('id')
    .where('id', '=', id)
    .where('authorId', '=', viewer.id)
    .where('state', '=', 'deleted')
    .executeTakeFirst()
  return row !== undefined
}
