import { orBrokenFile, loadSharp } from './sharp.ts'

export const pictureFormats = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export const formatTypes: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

type VariantOptions = { animated: boolean; width: number; format: PictureFormat }

/** Encodes one size in one format from a sanitized picture. Only WebP stays animated. */
export async function encodePicture(original: Buffer, { animated, width, format }: VariantOptions): Promise<Buffer> {
  const sharp = await loadSharp()
  const keepsFrames = animated && format === 'webp'
  const image = sharp(original, { animated: keepsFrames, limitInputPixels: false }).resize({ width })
  if (format === 'avif') return orBrokenFile(image.avif({ quality: 50, effort: 2 }).toBuffer())
  if (format === 'webp') return orBrokenFile(image.webp({ quality: 76, effort: keepsFrames ? 2 : 4 }).toBuffer())
  return orBrokenFile(image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer())
}
