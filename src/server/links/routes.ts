import type { Workshop } from '#server/media/workshop.ts'
import type { Serve } from '#server/platform/api.ts'
import { look } from './look.ts'
import { bringPicture } from './picture.ts'

export function linkRoutes(serve: Serve, workshop: Workshop) {
  serve('POST /api/links/look', (ctx, { body }) => look(ctx, body.address))
  serve('POST /api/links/picture', async (ctx, { body }) => {
    const media = await bringPicture(ctx, body)
    workshop.begin(media.id)
    return media
  })
}
