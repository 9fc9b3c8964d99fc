import type { Picture } from '#contract/shapes.ts'
import { decoding, inTurn, loadSharp } from '#server/media/sharp.ts'
import type { Http } from '#server/platform/http.ts'
import { except } from './except-refusal.ts'

/** A picture of the site as a data address, cut to a size; null when it cannot be had, for a card can do without. */
export async function pictureData(app: Http, picture: Picture | null, size: { width: number; height: number }) {
  if (!picture?.src.startsWith('/')) return null
  const { statusCode, rawPayload, headers } = await app.inject({ method: 'GET', url: sourceOf(picture, size.width) })
  if (statusCode !== 200) return null
  if (headers['content-type'] === 'image/svg+xml') return dataAddress('image/svg+xml', rawPayload)
  const cut = await inTurn(() => decoding(cutTo(rawPayload, size))).catch(except('broken-file'))
  return cut ? dataAddress('image/jpeg', cut) : null
}

async function cutTo(bytes: Buffer, { width, height }: { width: number; height: number }) {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width, height, fit: 'cover' }).flatten({ background: '#fff' }).jpeg().toBuffer()
}

/** The smallest that is wide enough: what is shown high is cut from something wider. */
function sourceOf({ src, widths = [], width, height }: Picture, shown: number) {
  const needed = shown * Math.max(1, (1.5 * width) / height)
  const chosen = widths.toSorted((a, b) => a - b).find((one) => one >= needed)
  return chosen ? src.replace(/\d+(?=\.\w+$)/, String(chosen)) : src
}

function dataAddress(type: string, bytes: Buffer) {
  return `data:${type};base64,${bytes.toString('base64')}`
}
