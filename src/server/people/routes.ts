import type { Serve } from '#server/platform/api.ts'
import { findPeople } from './cards.ts'
import { listFollowers, listFollowing } from './follow-lists.ts'
import { follow, unfollow } from './follows.ts'
import { handleIsFree } from './handles.ts'
import { listCreators, profile } from './profiles.ts'
import { reportPerson } from './reports.ts'
import { suggestedPeople } from './suggested.ts'
import { block, mute, unblock, unmute, unwanted } from './unwanted.ts'

export function peopleRoutes(serve: Serve) {
  serve('GET /api/creators', (ctx, { query }) => listCreators(ctx, query))
  serve('GET /api/people', (ctx, { query }) => findPeople(ctx, query.q))
  serve('GET /api/people/suggested', (ctx) => suggestedPeople(ctx))
  serve('GET /api/people/unwanted', (ctx) => unwanted(ctx))
  serve('GET /api/people/{ref}', (ctx, { params }) => profile(ctx, params.ref))
  serve('GET /api/people/{ref}/followers', (ctx, { params, query }) => listFollowers(ctx, params.ref, query))
  serve('GET /api/people/{ref}/following', (ctx, { params, query }) => listFollowing(ctx, params.ref, query))
  serve('PUT /api/people/{ref}/follow', (ctx, { params }) => follow(ctx, params.ref))
  serve('DELETE /api/people/{ref}/follow', (ctx, { params }) => unfollow(ctx, params.ref))
  serve('PUT /api/people/{ref}/block', (ctx, { params }) => block(ctx, params.ref))
  serve('DELETE /api/people/{ref}/block', (ctx, { params }) => unblock(ctx, params.ref))
  serve('PUT /api/people/{ref}/mute', (ctx, { params }) => mute(ctx, params.ref))
  serve('DELETE /api/people/{ref}/mute', (ctx, { params }) => unmute(ctx, params.ref))
  serve('POST /api/people/{ref}/report', (ctx, { params, body }) => reportPerson(ctx, params.ref, body))
  serve('GET /api/handles/{handle}', (ctx, { params }) => handleIsFree(ctx, params.handle))
}
