import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'

type Cover = { alt: string; focus: { x: number; y: number } | null; picture: Picture }

/** The library's picture with the alternative text and focal point that the author chose. */
export function coverPicture(base: string, cover: Cover | null): Picture | null {
  return cover && pictureWithBase(base, { ...cover.picture, alt: cover.alt, focus: cover.focus })
}
