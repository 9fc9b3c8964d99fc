import type { Serve } from '#server/platform/api.ts'
import { listAllArticles } from './all-articles.ts'
import { countOwnArticles, listOwnArticles } from './desk.ts'

export function deskRoutes(serve: Serve) {
  serve('GET /api/articles', (ctx, { query }) => listOwnArticles(ctx, query))
  serve('GET /api/articles/counts', (ctx) => countOwnArticles(ctx))
  serve('GET /api/admin/articles', (ctx, { query }) => listAllArticles(ctx, query))
}
