import type { Serve } from '#server/platform/api.ts'
import { replaceMedia, ingestUpload } from './ingest.ts'
import { updateMedia, getMedia, listAltTextsInStories, listMedia } from './library.ts'
import { setProfilePicture } from './profile-picture.ts'
import { deleteMedia } from './delete-media.ts'
import type { PictureWorker } from './picture-worker.ts'

export function mediaRoutes(serve: Serve, pictureWorker: PictureWorker) {
  serve('GET /api/media', (ctx, { query }) => listMedia(ctx, query))
  serve('GET /api/media/{id}', (ctx, { params }) => getMedia(ctx, params.id))
  serve('GET /api/media/{id}/alt-texts', (ctx, { params }) => listAltTextsInStories(ctx, params.id))
  serve('POST /api/media', async (ctx, { body }) => {
    const media = await ingestUpload(ctx, body)
    pictureWorker.enqueue(media.id)
    return media
  })
  serve('PATCH /api/media/{id}', (ctx, { params, body }) => updateMedia(ctx, params.id, body))
  serve('POST /api/media/{id}/replace', async (ctx, { params, body }) => {
    const media = await replaceMedia(ctx, params.id, body)
    pictureWorker.enqueue(media.id)
    return media
  })
  serve('DELETE /api/media/{id}', (ctx, { params, query }) => deleteMedia(ctx, params.id, query.evenIfUsed === 'yes'))
  serve('PUT /api/profile/picture', (ctx, { body }) => setProfilePicture(ctx, body.media))
}
