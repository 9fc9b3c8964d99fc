import type { Category } from '#contract/reading.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'

type CategoryRow = {
  slug: string
  name: string
  description: string
  picture: Picture | null
  color: string | null
  storyCount: number
}

export function presentCategory(base: string, row: CategoryRow): Category {
  const { slug, name, description, picture, color, storyCount } = row
  return { slug, name, description, picture: pictureWithBase(base, picture), color, stories: storyCount }
}
