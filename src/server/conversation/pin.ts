import { sql } from 'kysely'
import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { updateResponse, lockResponse } from './update-response.ts'
import { invalidateResponse } from './invalidate.ts'
import { getResponse, findVisibleResponse } from './response.ts'
import { permissionsFor } from './policy.ts'

/** Pins a thread and unpins the one pinned before. */
export async function pinResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    await lockPins(tx, id)
    const locked = await lockResponse(tx, id)
    requireCanPin(tx, locked)
    if (locked.row.pinnedAt) return
    const unpinned = await tx.db
      .updateTable('response')
      .set({ pinnedAt: null, changedAt: tx.now() })
      .where('articleId', '=', locked.story.id)
      .where('pinnedAt', 'is not', null)
      .returning(['id', 'articleId', 'parentId'])
      .execute()
    for (const response of unpinned) invalidateResponse(tx, response, 'changed')
    await updateResponse(tx, locked, { pinnedAt: tx.now() })
  })
  return getResponse(ctx, id)
}

export async function unpinResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    requireCanPin(tx, locked)
    if (locked.row.pinnedAt) await updateResponse(tx, locked, { pinnedAt: null })
  })
  return getResponse(ctx, id)
}

/** Serializes pinning per story: two concurrent pins would not see each other. */
async function lockPins({ db }: Pick<Ctx, 'db'>, id: string) {
  const { articleId } = await orNotFound(
    db.selectFrom('response').select('articleId').where('id', '=', id).executeTakeFirst(),
  )
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pin:${articleId}`}, 0))`.execute(db)
}

function requireCanPin(tx: Ctx<Viewer>, { row, story }: Awaited<ReturnType<typeof findVisibleResponse>>) {
  if (!permissionsFor(tx.viewer, row, story, tx.now()).pin) throw new Refusal('not-allowed')
}
