import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { publishedId } from '#server/stories/published.ts'
import { lockLists, getOwnList, invalidateLists } from './lock-lists.ts'
import { addItems, removeItems } from './items.ts'
import { savedStory, bookmarksOfStory } from './queries.ts'

export async function getSavedState(ctx: Ctx<Viewer>, ref: string) {
  return savedState(ctx, await resolveStoryId(ctx, ref))
}

/** Saves to the first list, unless the story is already in a list. */
export async function saveStory(ctx: Ctx<Viewer>, ref: string) {
  const story = await orNotFound(publishedId(ctx.db, ref))
  return inTransaction(ctx, async (tx) => {
    const first = await lockLists(tx)
    if ((await bookmarksOfStory(tx.db, tx.viewer.id, story.id)).length === 0) {
      await addItems(tx, await getOwnList(tx, first.id), [{ articleId: story.id, note: '' }])
    }
    return savedState(tx, story.id)
  })
}

/** Returns the lists and notes removed, so that the client can undo. */
export async function unsaveStory(ctx: Ctx<Viewer>, ref: string) {
  const id = await resolveStoryId(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const places = await bookmarksOfStory(tx.db, tx.viewer.id, id)
    for (const { listId } of places) await removeItems(tx, await getOwnList(tx, listId), [id])
    const from = places.map(({ listId, note }) => ({ list: listId, note }))
    return { ...(await savedState(tx, id)), from }
  })
}

/** Adds to the top. A story already in the list keeps its position, and its note unless a new one is given. */
export async function addToList(
  ctx: Ctx<Viewer>,
  listId: string,
  ref: string,
  { note }: { note?: string | undefined },
) {
  const id = await resolveStoryId(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const list = await getOwnList(tx, listId)
    await addItems(tx, list, [{ articleId: id, note: note ?? '' }])
    if (note !== undefined) {
      await tx.db
        .updateTable('bookmark')
        .set({ note })
        .where('listId', '=', listId)
        .where('articleId', '=', id)
        .execute()
      invalidateLists(tx, list)
    }
    return savedState(tx, id)
  })
}

export async function removeFromList(ctx: Ctx<Viewer>, listId: string, ref: string) {
  const id = await resolveStoryId(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    await removeItems(tx, await getOwnList(tx, listId), [id])
    return savedState(tx, id)
  })
}

/** Accepts published stories, and unpublished ones that the viewer has saved. */
export async function resolveStoryId({ db, viewer }: Ctx<Viewer>, ref: string) {
  const { id } = (await publishedId(db, ref)) ?? (await orNotFound(savedStory(db, viewer.id, ref)))
  return id
}

async function savedState({ db, viewer }: Ctx<Viewer>, articleId: string) {
  const places = await bookmarksOfStory(db, viewer.id, articleId)
  const latest = places.toSorted((one, other) => other.addedAt.getTime() - one.addedAt.getTime())
  return {
    saved: places.length > 0,
    lists: places.map(({ listId }) => listId),
    note: latest.find(({ note }) => note !== '')?.note ?? '',
  }
}
