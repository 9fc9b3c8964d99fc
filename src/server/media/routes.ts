import type { Serve } from '#server/platform/api.ts'
import { replaceMedia, takeIn } from './intake.ts'
import { changeMedia, getMedia, listMedia } from './library.ts'
import { setProfilePicture } from './profile-picture.ts'
import { removeMedia } from './remove.ts'
import type { Workshop } from './workshop.ts'

export function mediaRoutes(serve: Serve, workshop: Workshop) {
  serve('GET /api/media', (ctx, { query }) => listMedia(ctx, query))
  serve('GET /api/media/{id}', (ctx, { params }) => getMedia(ctx, params.id))
  serve('POST /api/media', async (ctx, { body }) => {
    const media = await takeIn(ctx, body)
    workshop.begin(media.id)
    return media
  })
  serve('PATCH /api/media/{id}', (ctx, { params, body }) => changeMedia(ctx, params.id, body))
  serve('POST /api/media/{id}/replace', async (ctx, { params, body }) => {
    const media = await replaceMedia(ctx, params.id, body)
    workshop.begin(media.id)
    return media
  })
  serve('DELETE /api/media/{id}', (ctx, { params, query }) => removeMedia(ctx, params.id, query.evenIfUsed === 'yes'))
  serve('PUT /api/profile/picture', (ctx, { body }) => setProfilePicture(ctx, body.media))
}
