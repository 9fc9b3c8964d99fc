import { decoding, loadSharp } from './sharp.ts'

export const pictureFormats = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export const formatTypes: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

type Wanted = { animated: boolean; width: number; format: PictureFormat }

/** One size in one format, from a picture that was cleaned before. An animation moves only as WebP. */
export async function encode(original: Buffer, { animated, width, format }: Wanted): Promise<Buffer> {
  const sharp = await loadSharp()
  const moves = animated && format === 'webp'
  const image = sharp(original, { animated: moves, limitInputPixels: false }).resize({ width })
  if (format === 'avif') return decoding(image.avif({ quality: 50, effort: 2 }).toBuffer())
  if (format === 'webp') return decoding(image.webp({ quality: 76, effort: moves ? 2 : 4 }).toBuffer())
  return decoding(image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer())
}
