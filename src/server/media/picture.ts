import { PICTURE_WIDTHS } from '#contract/constants.ts'
import type { Picture } from '#contract/shapes.ts'
import { type PictureFormat, pictureFormats } from './encode.ts'

const VERSION_LENGTH = 8
const WIDEST_MOVING = 640
const USUAL_WIDTH = 1280
export const AVATAR_WIDTH = 320

export type PictureRow = {
  id: string
  blob: string
  alt: string
  width: number | null
  height: number | null
  animated: boolean
  placeholder: string | null
}

/** Where everything about it is served. Another upload in its place is another address, so each is kept for ever. */
export function folderOf({ id, blob }: { id: string; blob: string }) {
  return `/media/${id}-${versionOf(blob)}/`
}

export function versionOf(blob: string) {
  return blob.slice(0, VERSION_LENGTH)
}

/** The usual widths below its own, and its own; one that is nearly as wide is left out. */
export function widthsOf({ width, animated }: Pick<PictureRow, 'width' | 'animated'>): number[] {
  if (width === null) return []
  const own = Math.min(width, animated ? WIDEST_MOVING : Math.max(...PICTURE_WIDTHS))
  return [...PICTURE_WIDTHS.filter((usual) => usual < own * 0.9), own]
}

/** An animation is had moving, as WebP, and as one still JPEG for those who cannot show that. */
export function formatsOf({ animated }: Pick<PictureRow, 'animated'>): readonly PictureFormat[] {
  return animated ? ['webp', 'jpg'] : pictureFormats
}

/** As pages show it. `src` is the width nearest to the one that is usually needed. */
export function pictureOf(row: PictureRow, usual = USUAL_WIDTH): Picture {
  const widths = widthsOf(row)
  const width = widths.findLast((offered) => offered <= usual) ?? widths[0] ?? 0
  return {
    src: `${folderOf(row)}${width}.${row.animated ? 'webp' : 'jpg'}`,
    alt: row.alt,
    width: row.width ?? 0,
    height: row.height ?? 0,
    widths,
    placeholder: row.placeholder,
  }
}
