import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import { PICTURE_BYTES, takeInBytes } from '#server/media/intake.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Takes a picture of another site into the library. What it is, its bytes say; a file is not taken. */
export async function bringPicture(
  ctx: Ctx<Viewer>,
  { address, alt }: { address: string; alt: string },
): Promise<Media> {
  const wanted = { accept: 'image/*', mostBytes: Math.min(PICTURE_BYTES, ctx.storage.uploadBytes) }
  const { bytes, type, address: found } = await ctx.outside.get(address, wanted)
  if (!/^(image\/|application\/octet-stream|binary\/)/i.test(type)) throw new Refusal('unsupported-file')
  return takeInBytes(ctx, { bytes, alt, name: nameOf(found) })
}

/** The end of its address. It is called a picture even where the address does not, so that nothing else passes for one. */
function nameOf(address: string) {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  const name = last.replace(/%[0-9a-f]{2}|[^\p{L}\p{N}._-]/giu, '').slice(-120)
  return /\.(jpe?g|png|gif|webp|avif)$/i.test(name) ? name : `${name || 'picture'}.jpg`
}
