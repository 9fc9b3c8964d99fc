import { Refusal } from '#contract/errors.ts'
import { orBrokenFile, loadSharp } from './sharp.ts'

const MAX_PIXELS = 50_000_000
const MAX_FRAMES = 300
/** All frames of an animation together. */
const MAX_ANIMATED_PIXELS = 100_000_000
const MAX_WIDTH = 4096
const MAX_HEIGHT = 16_000
const MAX_ANIMATED_WIDTH = 960
const PLACEHOLDER = { width: 16, height: 16, fit: 'inside' as const }

type SanitizedPicture = {
  bytes: Buffer
  type: string
  width: number
  height: number
  animated: boolean
  /** Null for transparent pictures: the placeholder would stay visible behind them. */
  placeholder: string | null
}

/**
 * Re-encodes the picture, upright and in sRGB, without metadata or appended data. The claimed size is checked before
 * anything is decoded.
 */
export async function sanitizePicture(bytes: Buffer, type: string): Promise<SanitizedPicture> {
  const sharp = await loadSharp()
  if (type === 'image/png') checkPngSize(bytes)
  const header = await orBrokenFile(sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata())
  const frames = header.pages ?? 1
  const animated = frames > 1 && (type === 'image/gif' || type === 'image/webp')
  checkSize(header.width * header.height, animated ? frames : 1)

  const image = sharp(bytes, { animated, limitInputPixels: MAX_ANIMATED_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({
      width: animated ? MAX_ANIMATED_WIDTH : MAX_WIDTH,
      height: MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .timeout({ seconds: 60 })
  const format = animated || type === 'image/gif' ? 'webp' : outputFormat(type)
  const encoded =
    format === 'jpeg'
      ? image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      : format === 'png'
        ? image.png({ compressionLevel: 6 })
        : image.webp({ quality: 90, effort: 2 })
  const { data, info } = await orBrokenFile(encoded.toBuffer({ resolveWithObject: true }))
  const small = await orBrokenFile(
    sharp(data).resize(PLACEHOLDER).blur(0.7).webp({ quality: 30, effort: 6 }).toBuffer(),
  )
  const { isOpaque } = await orBrokenFile(sharp(small).stats())
  return {
    bytes: data,
    type: `image/${format}`,
    width: info.width,
    height: info.pageHeight ?? info.height,
    animated,
    placeholder: isOpaque ? `data:image/webp;base64,${small.toString('base64')}` : null,
  }
}

function outputFormat(type: string) {
  return type === 'image/jpeg' ? 'jpeg' : type === 'image/png' ? 'png' : 'webp'
}

function checkSize(pixels: number, frames: number) {
  const max = frames > 1 ? MAX_ANIMATED_PIXELS : MAX_PIXELS
  if (frames > MAX_FRAMES || pixels > MAX_PIXELS || pixels * frames > max) throw new Refusal('picture-too-large')
}

/** libvips reports a PNG that is too large as a damaged header, so its size is checked here. */
function checkPngSize(bytes: Buffer) {
  if (bytes.length >= 24) checkSize(bytes.readUInt32BE(16) * bytes.readUInt32BE(20), 1)
}
