import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { publishedId } from '#server/stories/published.ts'
import { holdLists, ownList, touchLists } from './hold.ts'
import { putItems, takeItems } from './items.ts'
import { ownStory, placesOfStory } from './queries.ts'

/** In which of the viewer's lists a story is. */
export async function whereSaved(ctx: Ctx<Viewer>, ref: string) {
  return savedNow(ctx, await knownStory(ctx, ref))
}

/** Saves to the first list, unless the story is in one already. */
export async function save(ctx: Ctx<Viewer>, ref: string) {
  const story = await orNotFound(publishedId(ctx.db, ref))
  return inTransaction(ctx, async (tx) => {
    const first = await holdLists(tx)
    if ((await placesOfStory(tx.db, tx.viewer.id, story.id)).length === 0) {
      await putItems(tx, await ownList(tx, first.id), [{ articleId: story.id, note: '' }])
    }
    return savedNow(tx, story.id)
  })
}

/** Takes a story out of all lists, and says which they were, so that it can be put back. */
export async function unsave(ctx: Ctx<Viewer>, ref: string) {
  const id = await knownStory(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const places = await placesOfStory(tx.db, tx.viewer.id, id)
    for (const { listId } of places) await takeItems(tx, await ownList(tx, listId), [id])
    const from = places.map(({ listId, note }) => ({ list: listId, note }))
    return { ...(await savedNow(tx, id)), from }
  })
}

/** Puts a story on top of a list; one that is there keeps its place, and its note unless another is given. */
export async function putInList(
  ctx: Ctx<Viewer>,
  listId: string,
  ref: string,
  { note }: { note?: string | undefined },
) {
  const id = await knownStory(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const list = await ownList(tx, listId)
    await putItems(tx, list, [{ articleId: id, note: note ?? '' }])
    if (note !== undefined) {
      await tx.db
        .updateTable('bookmark')
        .set({ note })
        .where('listId', '=', listId)
        .where('articleId', '=', id)
        .execute()
      touchLists(tx, list)
    }
    return savedNow(tx, id)
  })
}

export async function takeFromList(ctx: Ctx<Viewer>, listId: string, ref: string) {
  const id = await knownStory(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    await takeItems(tx, await ownList(tx, listId), [id])
    return savedNow(tx, id)
  })
}

/** A story that readers see, or one that the viewer saved while they could. */
export async function knownStory({ db, viewer }: Ctx<Viewer>, ref: string) {
  const { id } = (await publishedId(db, ref)) ?? (await orNotFound(ownStory(db, viewer.id, ref)))
  return id
}

async function savedNow({ db, viewer }: Ctx<Viewer>, articleId: string) {
  const places = await placesOfStory(db, viewer.id, articleId)
  const latest = places.toSorted((one, other) => other.addedAt.getTime() - one.addedAt.getTime())
  return {
    saved: places.length > 0,
    lists: places.map(({ listId }) => listId),
    note: latest.find(({ note }) => note !== '')?.note ?? '',
  }
}
