import type { DraftFields } from '#contract/articles.ts'
import type { FieldName } from '#site/articles/writing/saving/fields.ts'

/** What a field is called, for a person who must choose between two of it. The text itself is compared apart. */
export const fieldWords: Record<FieldName, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  body: 'Text',
  cover: 'Cover',
  category: 'Category',
  tags: 'Tags',
  excerpt: 'Excerpt',
  slug: 'Address',
  canonical: 'First published at',
  seoTitle: 'Title for search engines',
  seoDescription: 'Description for search engines',
  access: 'Who can read it',
  language: 'Language',
  takesResponses: 'Responses',
}

export function valueText(fields: Partial<DraftFields>, name: FieldName): string {
  const value = fields[name]
  if (value === null || value === undefined || value === '') return 'Nothing'
  if (Array.isArray(value)) return value.join(', ') || 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return 'alt' in value ? value.alt || 'A picture' : 'A text'
  return value
}
