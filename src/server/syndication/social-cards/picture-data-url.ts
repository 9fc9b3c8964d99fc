import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import { orBrokenFile, limitImageWork, loadSharp } from '#server/media/sharp.ts'
import type { Http } from '#server/platform/http.ts'

/** A picture of the site as a data URL, cropped to a size. Null when it cannot be read. */
export async function pictureDataUrl(app: Http, picture: Picture | null, size: { width: number; height: number }) {
  if (!picture?.src.startsWith('/')) return null
  const { statusCode, rawPayload, headers } = await app.inject({ method: 'GET', url: sourceOf(picture, size.width) })
  if (statusCode !== 200) return null
  if (headers['content-type'] === 'image/svg+xml') return dataUrl('image/svg+xml', rawPayload)
  const cropped = await limitImageWork(() => orBrokenFile(cropTo(rawPayload, size))).catch(ignoreBrokenFile)
  return cropped ? dataUrl('image/jpeg', cropped) : null
}

function ignoreBrokenFile(error: unknown) {
  if (error instanceof Refusal && error.code === 'broken-file') return null
  throw error
}

async function cropTo(bytes: Buffer, { width, height }: { width: number; height: number }) {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width, height, fit: 'cover' }).flatten({ background: '#fff' }).jpeg().toBuffer()
}

/** The smallest variant that is large enough to crop. */
function sourceOf({ src, widths = [], width, height }: Picture, shown: number) {
  const needed = shown * Math.max(1, (1.5 * width) / height)
  const chosen = widths.toSorted((a, b) => a - b).find((one) => one >= needed)
  return chosen ? src.replace(/\d+(?=\.\w+$)/, String(chosen)) : src
}

function dataUrl(type: string, bytes: Buffer) {
  return `data:${type};base64,${bytes.toString('base64')}`
}
