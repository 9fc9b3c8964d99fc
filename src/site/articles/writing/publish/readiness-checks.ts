import type { Document, Node } from '#contract/document/document.ts'
import type { DraftFields } from '#contract/articles/articles.ts'
import { hasContent } from '#site/articles/writing/saving/fields.ts'

/** The field to fix. */
export type FieldTarget =
  | 'title'
  | 'text'
  | 'cover'
  | 'category'
  | 'tags'
  | 'slug'
  | 'access'
  | 'excerpt'
  | 'conflict'
  | { picture: number }

export type ReadinessCheck = {
  target: FieldTarget
  message: string
  action: string
  required: boolean
  /** Indexes of pictures in document order. */
  pictures?: readonly number[]
}

/** What is missing before publication, required items first. */
export function checkReadiness(fields: DraftFields): ReadinessCheck[] {
  const { title, body, cover, category, tags, access } = fields
  const noText = !hasContent({ content: body.content.filter(({ type }) => type !== 'membersLine') })
  const lacksMembersLine = access === 'preview' && !body.content.some(({ type }) => type === 'membersLine')
  const pictures = picturesIn(body)
  const undescribed = pictures.flatMap(({ attrs }, index) => {
    const alt = attrs?.['alt']
    return typeof alt === 'string' && alt.trim() !== '' ? [] : [index]
  })
  const checks: (ReadinessCheck | false)[] = [
    title.trim() === '' && {
      target: 'title',
      message: 'The story has no title.',
      action: 'Add a title',
      required: true,
    },
    noText && { target: 'text', message: 'The story has no text.', action: 'Add text', required: true },
    lacksMembersLine && {
      target: 'access',
      message: 'The story has a preview for everyone, but no members-only line.',
      action: 'Review access',
      required: false,
    },
    cover !== null &&
      cover.alt.trim() === '' && {
        target: 'cover',
        message: 'The cover has no alt text.',
        action: 'Describe it',
        required: false,
      },
    undescribed.length > 0 && {
      target: { picture: undescribed[0] ?? 0 },
      message: `${undescribed.length} of ${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'} in the text ${undescribed.length === 1 ? 'has' : 'have'} no alt text.`,
      action: 'Describe',
      required: false,
      pictures: undescribed,
    },
    cover === null && { target: 'cover', message: 'The story has no cover.', action: 'Add cover', required: false },
    category === null && {
      target: 'category',
      message: 'The story has no category.',
      action: 'Choose a category',
      required: false,
    },
    tags.length === 0 && { target: 'tags', message: 'The story has no tags.', action: 'Add tags', required: false },
  ]
  return checks.filter((check) => check !== false)
}

/** In the order of the text, with those of galleries. */
function picturesIn({ content }: Pick<Document, 'content'>): Node[] {
  return content.flatMap((node) => (node.type === 'image' ? [node] : picturesIn({ content: node.content ?? [] })))
}
