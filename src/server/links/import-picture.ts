import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import { ingestBytes } from '#server/media/ingest.ts'
import { PICTURE_BYTES } from '#server/media/sniff.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Imports a picture from another site into the library. Other file types are refused. */
export async function importPicture(
  ctx: Ctx<Viewer>,
  { address, alt }: { address: string; alt: string },
): Promise<Media> {
  const options = { accept: 'image/*', maxBytes: Math.min(PICTURE_BYTES, ctx.storage.uploadBytes) }
  const { bytes, type, address: found } = await ctx.outbound.get(address, options)
  if (!/^(image\/|application\/octet-stream|binary\/)/i.test(type))
    throw new Refusal('unsupported-file', { accepts: 'pictures' })
  return ingestBytes(ctx, { bytes, alt, name: pictureNameOf(found) })
}

/** The last path segment, always with a picture's extension, so that ingesting refuses any other type. */
function pictureNameOf(address: string) {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  const name = last.replace(/%[0-9a-f]{2}|[^\p{L}\p{N}._-]/giu, '').slice(-120)
  return /\.(jpe?g|png|gif|webp|avif)$/i.test(name) ? name : `${name || 'picture'}.jpg`
}
