import type { DraftFields } from '#contract/articles.ts'
import { isBlank } from '#site/articles/writing/saving/fields.ts'

/** Where on the page something can be put right. */
export type Place = 'title' | 'text' | 'cover' | 'category' | 'tags' | 'slug' | 'access' | 'excerpt' | 'conflict'

export type Check = { place: Place; says: string; doThis: string; needed: boolean }

/** What is missing before readers see it, the necessary first. */
export function missing(fields: DraftFields): Check[] {
  const { title, body, cover, category, tags, access } = fields
  const noText = isBlank({ ...fields, title: '', subtitle: '', cover: null })
  const lineless = access === 'preview' && !body.content.some(({ type }) => type === 'membersLine')
  const checks: (Check | false)[] = [
    title.trim() === '' && { place: 'title', says: 'It has no title.', doThis: 'Write one', needed: true },
    noText && { place: 'text', says: 'It has no text yet.', doThis: 'Write', needed: true },
    lineless && {
      place: 'access',
      says: 'It is for members with a preview, but has no members-only line.',
      doThis: 'Look at it',
      needed: false,
    },
    cover !== null &&
      cover.alt.trim() === '' && {
        place: 'cover',
        says: 'The cover is not described for those who cannot see it.',
        doThis: 'Describe it',
        needed: false,
      },
    cover === null && { place: 'cover', says: 'It has no cover.', doThis: 'Add one', needed: false },
    category === null && { place: 'category', says: 'It has no category.', doThis: 'Choose one', needed: false },
    tags.length === 0 && { place: 'tags', says: 'It has no tags.', doThis: 'Add some', needed: false },
  ]
  return checks.filter((check) => check !== false)
}
