import { Refusal } from '#contract/errors.ts'
import { decoding, loadSharp } from './sharp.ts'

export const MOST_PIXELS = 50_000_000
export const MOST_FRAMES = 300
/** All frames of an animation together. */
export const MOST_ANIMATED_PIXELS = 100_000_000
const WIDEST = 4096
const HIGHEST = 16_000
export const WIDEST_ANIMATED = 960
const PLACEHOLDER = { width: 16, height: 16, fit: 'inside' as const }

export type Cleaned = {
  bytes: Buffer
  type: string
  width: number
  height: number
  animated: boolean
  /** Null for what can be seen through: the placeholder would stay in sight behind it. */
  placeholder: string | null
}

/**
 * Draws the picture anew, upright and in sRGB: no place, no camera, no hidden text and no second file comes along.
 * What it claims to be is looked at before any of it is unpacked.
 */
export async function cleanPicture(bytes: Buffer, type: string): Promise<Cleaned> {
  const sharp = await loadSharp()
  if (type === 'image/png') checkPngSize(bytes)
  const header = await decoding(sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata())
  const frames = header.pages ?? 1
  const animated = frames > 1 && (type === 'image/gif' || type === 'image/webp')
  checkSize(header.width * header.height, animated ? frames : 1)

  const image = sharp(bytes, { animated, limitInputPixels: MOST_ANIMATED_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: animated ? WIDEST_ANIMATED : WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 60 })
  const format = animated || type === 'image/gif' ? 'webp' : keptAs(type)
  const drawn =
    format === 'jpeg'
      ? image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      : format === 'png'
        ? image.png({ compressionLevel: 6 })
        : image.webp({ quality: 90, effort: 2 })
  const { data, info } = await decoding(drawn.toBuffer({ resolveWithObject: true }))
  const small = await decoding(sharp(data).resize(PLACEHOLDER).blur(0.7).webp({ quality: 30, effort: 6 }).toBuffer())
  const { isOpaque } = await decoding(sharp(small).stats())
  return {
    bytes: data,
    type: `image/${format}`,
    width: info.width,
    height: info.pageHeight ?? info.height,
    animated,
    placeholder: isOpaque ? `data:image/webp;base64,${small.toString('base64')}` : null,
  }
}

function keptAs(type: string) {
  return type === 'image/jpeg' ? 'jpeg' : type === 'image/png' ? 'png' : 'webp'
}

function checkSize(pixels: number, frames: number) {
  const most = frames > 1 ? MOST_ANIMATED_PIXELS : MOST_PIXELS
  if (frames > MOST_FRAMES || pixels > MOST_PIXELS || pixels * frames > most) throw new Refusal('picture-too-large')
}

/** The library calls sizes that it does not take a damaged header. */
function checkPngSize(bytes: Buffer) {
  if (bytes.length >= 24) checkSize(bytes.readUInt32BE(16) * bytes.readUInt32BE(20), 1)
}
