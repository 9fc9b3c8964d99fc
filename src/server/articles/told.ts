import { noticeStory } from '#server/discovery/notice.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** What else must know when readers see a story or another text of it. Inside the transaction. */
export async function tellShown(tx: Ctx, articleId: string) {
  await noticeStory(tx, articleId)
}
