import { sql } from 'kysely'
import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeResponse, lockSeen } from './change.ts'
import { touchResponse } from './live.ts'
import { oneResponse, seenResponse } from './one.ts'
import { canDo } from './policy.ts'

/** Puts a thread before all others of its story, in place of the one that was there. */
export async function pinResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    await onePinAtATime(tx, id)
    const held = await lockSeen(tx, id)
    checkMay(tx, held)
    if (held.row.pinnedAt) return
    const unpinned = await tx.db
      .updateTable('response')
      .set({ pinnedAt: null, changedAt: tx.now() })
      .where('articleId', '=', held.story.id)
      .where('pinnedAt', 'is not', null)
      .returning(['id', 'articleId', 'parentId'])
      .execute()
    for (const response of unpinned) touchResponse(tx, response, 'changed')
    await changeResponse(tx, held, { pinnedAt: tx.now() })
  })
  return oneResponse(ctx, id)
}

export async function unpinResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const held = await lockSeen(tx, id)
    checkMay(tx, held)
    if (held.row.pinnedAt) await changeResponse(tx, held, { pinnedAt: null })
  })
  return oneResponse(ctx, id)
}

/** Two who pin at once would otherwise each miss what the other pinned. */
async function onePinAtATime({ db }: Pick<Ctx, 'db'>, id: string) {
  const { articleId } = await orNotFound(
    db.selectFrom('response').select('articleId').where('id', '=', id).executeTakeFirst(),
  )
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pin:${articleId}`}, 0))`.execute(db)
}

function checkMay(tx: Ctx<Viewer>, { row, story }: Awaited<ReturnType<typeof seenResponse>>) {
  if (!canDo(tx.viewer, row, story, tx.now()).pin) throw new Refusal('not-allowed')
}
