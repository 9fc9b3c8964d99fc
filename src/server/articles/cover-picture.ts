import type { Picture } from '#contract/shapes.ts'
import { pictureAt } from '#server/platform/base.ts'

type Cover = { alt: string; focus: { x: number; y: number } | null; picture: Picture }

/** A cover as pages show it: the library's picture with the words and the point that its writer chose. */
export function coverPicture(base: string, cover: Cover | null): Picture | null {
  return cover && pictureAt(base, { ...cover.picture, alt: cover.alt, focus: cover.focus })
}
