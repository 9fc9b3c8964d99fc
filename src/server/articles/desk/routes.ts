import type { Serve } from '#server/platform/api.ts'
import { countEverybodys, countOwn, listEverybodys, listMine } from './desk.ts'

export function deskRoutes(serve: Serve) {
  serve('GET /api/articles', (ctx, { query }) => listMine(ctx, query))
  serve('GET /api/articles/counts', (ctx) => countOwn(ctx))
  serve('GET /api/admin/articles', (ctx, { query }) => listEverybodys(ctx, query))
  serve('GET /api/admin/articles/counts', (ctx) => countEverybodys(ctx))
}
