import type { Serve } from '#server/platform/door.ts'
import { findPeople } from './cards.ts'
import { listCreators, profile } from './profiles.ts'

export function peopleRoutes(serve: Serve) {
  serve('GET /api/creators', (ctx, { query }) => listCreators(ctx, query))
  serve('GET /api/people', (ctx, { query }) => findPeople(ctx, query.q))
  serve('GET /api/people/{ref}', (ctx, { params }) => profile(ctx, params.ref))
}
