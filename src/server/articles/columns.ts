import { type ExpressionBuilder, sql } from 'kysely'
import type { Prepared } from '#server/documents/prepare.ts'
import type { Tables } from '#server/platform/tables.ts'

/** The fields that a draft and its published article both have. Cover, excerpt, slug and tags are stored differently. */
export const sharedColumns = [
  'title',
  'subtitle',
  'body',
  'categoryId',
  'canonicalUrl',
  'seoTitle',
  'seoDescription',
  'access',
  'language',
  'takesResponses',
] as const

/** Rendered from the body. */
export const renderedColumns = [
  'html',
  'membersHtml',
  'plain',
  'membersPlain',
  'contents',
  'wordCount',
  'readingMinutes',
] as const

/** The body with its rendered columns. */
export function bodyColumns({ excerpt: _excerpt, media: _media, ...columns }: Prepared) {
  return columns
}

/** For `update article … from draft`. */
export function publishedColumns(eb: ExpressionBuilder<Tables, 'article' | 'draft'>) {
  return Object.fromEntries([...sharedColumns, ...renderedColumns].map((name) => [name, eb.ref(`draft.${name}`)]))
}

const columnsOf = (table: 'article' | 'draft') => sql.join(sharedColumns.map((name) => sql.ref(`${table}.${name}`)))

/** Rendered columns are not compared: they depend only on the body. */
export const differsFromPublished = sql<boolean>`(${columnsOf('draft')}) is distinct from (${columnsOf('article')})`
