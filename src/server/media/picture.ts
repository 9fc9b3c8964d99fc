import { PICTURE_WIDTHS } from '#contract/constants.ts'
import type { Picture } from '#contract/shapes.ts'
import { type PictureFormat, pictureFormats } from './encode.ts'

const VERSION_LENGTH = 8
const MAX_ANIMATED_VARIANT_WIDTH = 640
const DEFAULT_WIDTH = 1280
export const AVATAR_WIDTH = 320

export type PictureRow = {
  id: string
  blob: string
  /** At the storage service; null for a file that is stored here. */
  address: string | null
  alt: string
  width: number | null
  height: number | null
  animated: boolean
  placeholder: string | null
}

/** The URL path of all variants. A replaced file gets a new path, so each can be cached for a year. */
export function folderOf({ id, blob }: { id: string; blob: string }) {
  return `/media/${id}-${versionOf(blob)}/`
}

/** The path or URL of the original file. */
export function fileAddressOf(row: { id: string; blob: string; address: string | null }) {
  return row.address ?? `${folderOf(row)}file`
}

export function versionOf(blob: string) {
  return blob.slice(0, VERSION_LENGTH)
}

/** The standard widths below the original's, and the original's. A standard width that is nearly as wide is left out. */
export function widthsOf({ width, animated }: Pick<PictureRow, 'width' | 'animated'>): number[] {
  if (width === null) return []
  const own = Math.min(width, animated ? MAX_ANIMATED_VARIANT_WIDTH : Math.max(...PICTURE_WIDTHS))
  return [...PICTURE_WIDTHS.filter((candidate) => candidate < own * 0.9), own]
}

/** Animations are offered as animated WebP, with a still JPEG as fallback. */
export function formatsOf({ animated }: Pick<PictureRow, 'animated'>): readonly PictureFormat[] {
  return animated ? ['webp', 'jpg'] : pictureFormats
}

/** The picture as pages show it. `src` is the largest variant up to `preferred` pixels wide. */
export function pictureOf(row: PictureRow, preferred = DEFAULT_WIDTH): Picture {
  if (row.address !== null) {
    const { address: src, alt, width, height, placeholder } = row
    return { src, alt, width: width ?? 0, height: height ?? 0, placeholder }
  }
  const widths = widthsOf(row)
  const width = widths.findLast((offered) => offered <= preferred) ?? widths[0] ?? 0
  return {
    src: `${folderOf(row)}${width}.${row.animated ? 'webp' : 'jpg'}`,
    alt: row.alt,
    width: row.width ?? 0,
    height: row.height ?? 0,
    widths,
    placeholder: row.placeholder,
  }
}
