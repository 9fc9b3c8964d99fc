import { noticeStory } from '#server/discovery/notice.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { indexStory, unindexStory } from '#server/search/keep.ts'

/** What else must know when readers see a story, another text of it, or none any more. Inside the transaction. */
export async function tellShown(tx: Ctx, articleId: string) {
  await indexStory(tx, articleId)
  await noticeStory(tx, articleId)
}

export async function tellHidden(tx: Ctx, articleId: string) {
  await unindexStory(tx, articleId)
}
