import type { DraftFields } from '#contract/articles/articles.ts'
import type { FieldName } from '#site/articles/writing/saving/fields.ts'

export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  body: 'Text',
  cover: 'Cover',
  category: 'Category',
  tags: 'Tags',
  excerpt: 'Excerpt',
  slug: 'Address',
  canonical: 'Originally published at',
  seoTitle: 'Title for search engines',
  seoDescription: 'Description for search engines',
  access: 'Who can read this',
  language: 'Language',
  takesResponses: 'Responses',
}

export function formatFieldValue(fields: Partial<DraftFields>, name: FieldName): string {
  const value = fields[name]
  if (value === null || value === undefined || value === '') return 'Empty'
  if (Array.isArray(value)) return value.join(', ') || 'Empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return 'alt' in value ? value.alt || 'Picture' : 'Text'
  return value
}
