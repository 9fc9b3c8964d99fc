import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockLists, getOwnList } from './lock-lists.ts'
import { type Item, addItems, removeItems } from './items.ts'
import { savedAmong } from '#server/stories/saved-by-viewer.ts'

type Bulk = { do: 'move' | 'copy' | 'remove'; stories: readonly string[]; to?: string | undefined }

/** Changes nothing if one of the stories is not in the list. */
export function bulkUpdate(ctx: Ctx<Viewer>, listId: string, { do: action, stories, to }: Bulk) {
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const list = await getOwnList(tx, listId)
    const items = await findItems(tx, listId, [...new Set(stories)])
    if (action !== 'remove') {
      if (to === undefined || to === listId) {
        throw new Refusal('invalid', { issues: [{ path: ['body', 'to'], message: 'Choose a different list.' }] })
      }
      await addItems(tx, await getOwnList(tx, to), items)
    }
    const ids = items.map(({ articleId }) => articleId)
    if (action !== 'copy') await removeItems(tx, list, ids)
    return { done: items.length, saved: [...(await savedAmong(tx, ids))] }
  })
}

/** In list order. */
async function findItems({ db }: Ctx, listId: string, ids: readonly string[]): Promise<Item[]> {
  const items = await db
    .selectFrom('bookmark')
    .select(['articleId', 'note'])
    .where('listId', '=', listId)
    .where('articleId', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('position')
    .orderBy('articleId')
    .execute()
  if (items.length !== ids.length) throw new Refusal('not-found')
  return items
}
