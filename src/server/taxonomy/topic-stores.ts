import type { Picture } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Move = { from: string; into: string }
type MovedArticles = { articles: number; left: number; joined: number }

/**
 * What other features store about topics. They import this one, so it takes their services from `server/topic-stores.ts`.
 * Each function works on the next rows, inside the transaction of the caller.
 */
export type TopicStores = {
  articles: {
    moveTagged(tx: Ctx, move: Move, limit: number): Promise<MovedArticles>
    moveInCategory(tx: Ctx, move: Move, limit: number): Promise<MovedArticles>
    moveDrafts(tx: Ctx, move: Move, limit: number): Promise<number>
    renameTagInDrafts(
      tx: Ctx,
      batch: { slugs: readonly string[]; name: string; after: string; limit: number },
    ): Promise<string | null>
  }
  search: {
    indexTagged(tx: Ctx, tagId: string, after: string, limit: number): Promise<{ stories: number; last: string | null }>
  }
  discovery: {
    moveFollows(
      tx: Ctx,
      move: Move & { kind: 'category' | 'tag' },
      limit: number,
    ): Promise<{ left: number; joined: number }>
  }
  media: {
    findPicture(tx: Ctx<Viewer>, id: string, used: boolean): Promise<Picture | null>
    setReferences(tx: Ctx, categoryId: string, mediaIds: string[]): Promise<void>
  }
}
