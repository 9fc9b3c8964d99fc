import type { Serve } from '#server/platform/api.ts'
import { getOrCreateGiftLink } from './gift-links.ts'
import { getMembersPart, openStory } from './members-part.ts'

export function paywallRoutes(serve: Serve) {
  serve('GET /api/stories/{ref}/members-part', (ctx, { params, query }) => getMembersPart(ctx, params.ref, query.gift))
  serve('POST /api/stories/{ref}/open', (ctx, { params, body }) => openStory(ctx, params.ref, body.gift))
  serve('POST /api/stories/{ref}/gift-link', (ctx, { params }) => getOrCreateGiftLink(ctx, params.ref))
}
