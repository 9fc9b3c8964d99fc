import type { Serve } from '#server/platform/api.ts'
import { searchPeople } from './cards.ts'
import { listFollowers, listFollowing } from './follow-lists.ts'
import { follow, unfollow } from './follows.ts'
import { checkHandle } from './handles.ts'
import { listCreators, getProfile } from './profiles.ts'
import { reportPerson } from './reports.ts'
import { listSuggestedPeople } from './suggested.ts'
import { block, mute, unblock, unmute, listBlockedAndMuted } from './blocks-and-mutes.ts'

export function peopleRoutes(serve: Serve) {
  serve('GET /api/creators', (ctx, { query }) => listCreators(ctx, query))
  serve('GET /api/people', (ctx, { query }) => searchPeople(ctx, query.q))
  serve('GET /api/people/suggested', (ctx) => listSuggestedPeople(ctx))
  serve('GET /api/people/unwanted', (ctx) => listBlockedAndMuted(ctx))
  serve('GET /api/people/{ref}', (ctx, { params }) => getProfile(ctx, params.ref))
  serve('GET /api/people/{ref}/followers', (ctx, { params, query }) => listFollowers(ctx, params.ref, query))
  serve('GET /api/people/{ref}/following', (ctx, { params, query }) => listFollowing(ctx, params.ref, query))
  serve('PUT /api/people/{ref}/follow', (ctx, { params }) => follow(ctx, params.ref))
  serve('DELETE /api/people/{ref}/follow', (ctx, { params }) => unfollow(ctx, params.ref))
  serve('PUT /api/people/{ref}/block', (ctx, { params }) => block(ctx, params.ref))
  serve('DELETE /api/people/{ref}/block', (ctx, { params }) => unblock(ctx, params.ref))
  serve('PUT /api/people/{ref}/mute', (ctx, { params }) => mute(ctx, params.ref))
  serve('DELETE /api/people/{ref}/mute', (ctx, { params }) => unmute(ctx, params.ref))
  serve('POST /api/people/{ref}/report', (ctx, { params, body }) => reportPerson(ctx, params.ref, body))
  serve('GET /api/handles/{handle}', (ctx, { params }) => checkHandle(ctx, params.handle))
}
