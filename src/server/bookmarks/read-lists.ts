import type { Bookmark, ReadingList } from '#contract/bookmarks.ts'
import { Refusal } from '#contract/errors.ts'
import type { PageOf } from '#contract/shapes.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import { getProfile } from '#server/people/profiles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { scoreCursor } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { presentList } from './present.ts'
import { listById, listsOfOwner, storiesInList } from './queries.ts'

/** Private lists of other people are `not-found`. */
export async function getList(ctx: Ctx, id: string) {
  const { list, owner, mine } = await getVisibleList(ctx, id)
  return { ...presentList(list), owner, mine }
}

/** Notes are included: they are visible to everyone who can see the list. */
export async function listBookmarks(
  ctx: Ctx,
  id: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<PageOf<Bookmark>> {
  const cursor = scoreCursor.read(before)
  await getVisibleList(ctx, id)
  const after = cursor && { position: cursor[0], id: cursor[1] }
  const rows = await storiesInList(ctx.db, id, { viewerId: ctx.viewer?.id, after, limit: limit + 1 })
  const { shown, next } = scoreCursor.paginate(rows, limit, (row) => [row.position, row.id])
  const card = createCardPresenter(ctx)
  return {
    items: shown.map((row) => ({ story: card(row), note: row.note, addedAt: row.addedAt.toISOString() })),
    next,
  }
}

/** Public lists only, even for the owner. */
export async function listPublicLists(ctx: Ctx, ref: string): Promise<ReadingList[]> {
  const { id } = await getProfile(ctx, ref)
  ctx.addCacheTags(`lists:${id}`)
  return (await listsOfOwner(ctx.db, id)).filter((list) => list.public).map(presentList)
}

async function getVisibleList(ctx: Ctx, id: string) {
  const list = await orNotFound(listById(ctx.db, id))
  const mine = ctx.viewer?.id === list.ownerId
  if (list.deletedAt || (!mine && !list.public)) throw new Refusal('not-found')
  const [owner] = await shownCardsOf(ctx, [list.ownerId])
  if (!owner) throw new Refusal('not-found')
  ctx.addCacheTags(`lists:${owner.id}`, `person:${owner.id}`)
  return { list, owner, mine }
}
