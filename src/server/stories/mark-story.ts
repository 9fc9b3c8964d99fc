import type { Ctx } from '#server/platform/ctx.ts'

/** Marks the charts of a story: it was featured, or its authors’ followers were notified of it. */
export async function markStory({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string, kind: 'featured' | 'mailed') {
  await db
    .insertInto('storyMark')
    .values({ articleId, kind, at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
