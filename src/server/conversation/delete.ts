import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type LockedResponse, updateResponse, lockResponse } from './update-response.ts'
import { permissionsFor } from './policy.ts'

/** Clears the text, mentions, likes and reports, and leaves a tombstone so that replies stay in place. */
export async function deleteResponse(ctx: Ctx<Viewer>, id: string) {
  await inTransaction(ctx, async (tx) => {
    if (await isOwnTombstone(tx, id)) return
    const locked = await lockResponse(tx, id)
    if (!permissionsFor(tx.viewer, locked.row, locked.story, tx.now()).delete) throw new Refusal('not-allowed')
    await clearResponse(tx, locked)
  })
  return {}
}

/** Deletes a locked response. Call inside a transaction. */
export async function clearResponse(tx: Ctx, locked: LockedResponse) {
  const { id } = locked.row
  await tx.db.deleteFrom('responseMention').where('responseId', '=', id).execute()
  await tx.db.deleteFrom('responseReport').where('responseId', '=', id).execute()
  await tx.db.deleteFrom('responseLike').where('responseId', '=', id).execute()
  await updateResponse(tx, locked, {
    state: 'deleted',
    text: '',
    heldFor: null,
    pinnedAt: null,
    editedAt: null,
    likeCount: 0,
    deletedAt: tx.now(),
  })
}

/** Makes the delete idempotent. */
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
