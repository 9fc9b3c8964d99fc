import type { Serve } from '#server/platform/api.ts'
import { editResponse } from './edit.ts'
import { getReviewRule } from './hold-reason.ts'
import { unlikeResponse, unlikeStory, likeResponse, likeStory } from './likes.ts'
import { listMentionable } from './mentions.ts'
import { getResponse } from './response.ts'
import { pinResponse, unpinResponse } from './pin.ts'
import { listReplies, listThreads } from './threads.ts'
import { reportResponse } from './report.ts'
import { respond } from './respond.ts'

/** Hiding, showing and deleting a response are in `moderation`, which records what editors do. */
export function responseRoutes(serve: Serve) {
  serve('GET /api/stories/{ref}/responses', (ctx, { params, query }) => listThreads(ctx, params.ref, query))
  serve('GET /api/responses/{id}/replies', (ctx, { params, query }) => listReplies(ctx, params.id, query))
  serve('GET /api/responses/{id}', (ctx, { params }) => getResponse(ctx, params.id))
  serve('POST /api/stories/{ref}/responses', (ctx, { params, body }) => respond(ctx, params.ref, body))
  serve('GET /api/stories/{ref}/responses/review', (ctx, { params }) => getReviewRule(ctx, params.ref))
  serve('PATCH /api/responses/{id}', (ctx, { params, body }) => editResponse(ctx, params.id, body.text))
  serve('PUT /api/responses/{id}/like', (ctx, { params }) => likeResponse(ctx, params.id))
  serve('DELETE /api/responses/{id}/like', (ctx, { params }) => unlikeResponse(ctx, params.id))
  serve('PUT /api/stories/{ref}/like', (ctx, { params }) => likeStory(ctx, params.ref))
  serve('DELETE /api/stories/{ref}/like', (ctx, { params }) => unlikeStory(ctx, params.ref))
  serve('PUT /api/responses/{id}/pin', (ctx, { params }) => pinResponse(ctx, params.id))
  serve('DELETE /api/responses/{id}/pin', (ctx, { params }) => unpinResponse(ctx, params.id))
  serve('POST /api/responses/{id}/report', (ctx, { params, body }) => reportResponse(ctx, params.id, body))
  serve('GET /api/stories/{ref}/mentionable', (ctx, { params, query }) => listMentionable(ctx, params.ref, query.q))
}
