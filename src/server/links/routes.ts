import type { PictureWorker } from '#server/media/picture-worker.ts'
import type { Serve } from '#server/platform/api.ts'
import { getLinkPreview } from './link-preview.ts'
import { importPicture } from './import-picture.ts'

export function linkRoutes(serve: Serve, pictureWorker: PictureWorker) {
  serve('POST /api/links/look', (ctx, { body }) => getLinkPreview(ctx, body.address))
  serve('POST /api/links/picture', async (ctx, { body }) => {
    const media = await importPicture(ctx, body)
    pictureWorker.enqueue(media.id)
    return media
  })
}
