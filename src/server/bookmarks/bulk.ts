import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { holdLists, ownList } from './hold.ts'
import { type Item, putItems, takeItems } from './items.ts'
import { savedAmong } from '#server/stories/saved.ts'

type Bulk = { do: 'move' | 'copy' | 'remove'; stories: readonly string[]; to?: string | undefined }

/** Moves, copies or removes many at once. When one of them is not in the list, nothing happens. */
export function changeMany(ctx: Ctx<Viewer>, listId: string, { do: what, stories, to }: Bulk) {
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const list = await ownList(tx, listId)
    const items = await itemsAmong(tx, listId, [...new Set(stories)])
    if (what !== 'remove') {
      if (to === undefined || to === listId) {
        throw new Refusal('invalid', { issues: [{ path: ['body', 'to'], message: 'Choose another list.' }] })
      }
      await putItems(tx, await ownList(tx, to), items)
    }
    const ids = items.map(({ articleId }) => articleId)
    if (what !== 'copy') await takeItems(tx, list, ids)
    return { done: items.length, saved: [...(await savedAmong(tx, ids))] }
  })
}

/** In the order of the list, with their notes. */
async function itemsAmong({ db }: Ctx, listId: string, ids: readonly string[]): Promise<Item[]> {
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
