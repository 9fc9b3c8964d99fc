import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { forgetStory } from '#server/bookmarks/forget-story.ts'
import { stopUsing } from '#server/media/uses.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { workFor } from './access.ts'
import { wrongState } from './transitions.ts'
import { mayMove } from './policy.ts'

const KEPT_MS = 30 * 24 * HOUR_MS
const MOST_AT_ONCE = 200

/** Deletes for ever what is in the trash. Whoever may take it out may do that. */
export function deleteForEver(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { work, part } = await workFor(tx, id)
    if (!mayMove({ role: tx.viewer.role, part }, 'untrash')) throw new Refusal('not-allowed')
    if (work.state !== 'trashed') throw wrongState(work.state, 'Move it to the trash first.')
    await erase(tx, id)
    return { deleted: true as const }
  })
}

/** What has been in the trash for thirty days is gone. Inside a transaction. */
export async function emptyTrash(tx: Pick<Ctx, 'db' | 'now'>) {
  const old = await tx.db
    .selectFrom('article')
    .select('id')
    .where('state', '=', sql.lit<ArticleState>('trashed'))
    .where('trashedAt', '<', new Date(tx.now().getTime() - KEPT_MS))
    .orderBy('trashedAt')
    .limit(MOST_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of old) await erase(tx, id)
  return old.length
}

/** Its draft, history, notes, links, old addresses and responses hang on the row and go with it; it was counted nowhere. */
async function erase(tx: Pick<Ctx, 'db'>, id: string) {
  await stopUsing(tx, { kind: 'article', ref: id })
  await stopUsing(tx, { kind: 'cover', ref: id })
  await forgetStory(tx, id)
  await tx.db.deleteFrom('article').where('id', '=', id).execute()
}
