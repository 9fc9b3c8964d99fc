import type { Serve } from '#server/platform/api.ts'
import {
  checkCategorySlug,
  createAdminCategory,
  deleteCategory,
  listAdminCategories,
  moveCategory,
  updateAdminCategory,
} from './categories.ts'
import { mergeTopic, previewMerge } from './merge.ts'
import { presentAdminTopic } from './present.ts'
import { topicPage } from './queries.ts'
import { createAdminTag, deleteTags, listAdminTags, mergeTags, renameTag } from './tags.ts'
import type { TopicStores } from './topic-stores.ts'

export function taxonomyRoutes(serve: Serve, stores: TopicStores) {
  serve('GET /api/admin/categories', (ctx) => listAdminCategories(ctx))
  serve('GET /api/admin/categories/slug', (ctx, { query }) => checkCategorySlug(ctx, query.slug, query.id))
  serve('POST /api/admin/categories', (ctx, { body }) => createAdminCategory(ctx, stores, body))
  serve('PUT /api/admin/categories/{id}', (ctx, { params, body }) => updateAdminCategory(ctx, stores, params.id, body))
  serve('POST /api/admin/categories/{id}/move', (ctx, { params, body }) => moveCategory(ctx, params.id, body.after))
  serve('DELETE /api/admin/categories/{id}', (ctx, { params }) => deleteCategory(ctx, stores, params.id))
  serve('GET /api/admin/categories/{id}/merge', (ctx, { params, query }) =>
    previewMerge(ctx, 'category', [params.id], query.into),
  )
  serve('POST /api/admin/categories/{id}/merge', (ctx, { params, body }) =>
    mergeTopic(ctx, stores, 'category', params.id, body.into),
  )
  serve('GET /api/admin/tags', (ctx, { query }) => listAdminTags(ctx, query))
  serve('POST /api/admin/tags', (ctx, { body }) => createAdminTag(ctx, body.name))
  serve('PATCH /api/admin/tags/{id}', (ctx, { params, body }) => renameTag(ctx, stores, params.id, body))
  serve('POST /api/admin/tags/merge/preview', (ctx, { body }) => previewMerge(ctx, 'tag', body.ids, body.into))
  serve('POST /api/admin/tags/merge', (ctx, { body }) => mergeTags(ctx, stores, body.ids, body.into))
  serve('POST /api/admin/tags/delete', (ctx, { body }) => deleteTags(ctx, body.ids))
  serve('GET /api/admin/topics', async (ctx, { query }) => {
    const { shown, next } = await topicPage(ctx.db, ctx.now(), query)
    return { items: shown.map(presentAdminTopic), next }
  })
}
