import { listRisingCreators } from '#server/people/profiles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listCategories } from '#server/reading/list-stories.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { type CardRow, featuredStories, latestStories, trendingStories } from '#server/stories/published.ts'

const HOME = { featured: 5, trending: 6, latest: 12, creators: 6 }

export async function getHome(ctx: Ctx) {
  const { db, addCacheTags, viewer } = ctx
  const viewerId = viewer?.id
  const [featured, trending, latest, categories, creators] = await Promise.all([
    featuredStories(db, { viewerId, limit: HOME.featured }),
    trendingStories(db, { viewerId, limit: HOME.trending + HOME.featured }),
    latestStories(db, { viewerId, before: null, limit: HOME.latest + HOME.featured }),
    listCategories(ctx),
    listRisingCreators(ctx, HOME.creators),
  ])
  const shown = new Set(featured.map(({ id }) => id))
  const others = (rows: CardRow[], most: number) => rows.filter(({ id }) => !shown.has(id)).slice(0, most)
  const card = createCardPresenter(ctx)
  addCacheTags('stories', 'trending')
  return {
    featured: featured.map(card),
    trending: others(trending, HOME.trending).map(card),
    latest: others(latest, HOME.latest).map(card),
    categories,
    creators,
  }
}
