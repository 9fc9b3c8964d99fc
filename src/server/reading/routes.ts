import type { Serve } from '#server/platform/api.ts'
import { getCategory, listCategories, listStories, findTags } from './list-stories.ts'
import { getStory } from './story.ts'

export function readingRoutes(serve: Serve) {
  serve('GET /api/stories', (ctx, { query }) => listStories(ctx, query))
  serve('GET /api/stories/{ref}', (ctx, { params }) => getStory(ctx, params.ref))
  serve('GET /api/tags', (ctx, { query }) => findTags(ctx, query.q))
  serve('GET /api/categories', (ctx) => listCategories(ctx))
  serve('GET /api/categories/{slug}', (ctx, { params }) => getCategory(ctx, params.slug))
}
