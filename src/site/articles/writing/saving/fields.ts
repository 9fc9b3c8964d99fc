import type { Article, DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { type NodeRule, nodeRules } from '#contract/document/schema.ts'

export type FieldName = keyof DraftFields

const names = {
  title: true,
  subtitle: true,
  body: true,
  cover: true,
  category: true,
  tags: true,
  excerpt: true,
  slug: true,
  canonical: true,
  seoTitle: true,
  seoDescription: true,
  access: true,
  language: true,
  takesResponses: true,
} satisfies Record<FieldName, true>

export function isFieldName(name: unknown): name is FieldName {
  return typeof name === 'string' && Object.hasOwn(names, name)
}

export const fieldNames: readonly FieldName[] = Object.keys(names).filter(isFieldName)

const emptyDocument: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

export function emptyFields(language: string): DraftFields {
  return {
    title: '',
    subtitle: '',
    body: emptyDocument,
    cover: null,
    category: null,
    tags: [],
    excerpt: '',
    slug: null,
    canonical: null,
    seoTitle: '',
    seoDescription: '',
    access: 'public',
    language,
    takesResponses: true,
  }
}

/** The fields of an article that a writer edits. */
export function fieldsOf(article: Article): DraftFields {
  const { title, subtitle, body, cover, category, tags, excerpt, slug, canonical } = article
  const { seoTitle, seoDescription, access, language, takesResponses } = article
  return {
    title,
    subtitle,
    body,
    cover,
    category,
    tags,
    excerpt,
    slug,
    canonical,
    seoTitle,
    seoDescription,
    access,
    language,
    takesResponses,
  }
}

export function pick(fields: Partial<DraftFields>, wanted: readonly FieldName[]): Partial<DraftFields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.some((want) => want === name)))
}

/** Whether there is no content yet. Settings alone do not make a story. */
export function isBlank({ title, subtitle, body, cover }: DraftFields) {
  const empty = body.content.every(
    ({ type, attrs, content = [] }) => type === 'paragraph' && content.length === 0 && !attrs?.['hint'],
  )
  return title.trim() === '' && subtitle.trim() === '' && cover === null && empty
}

const containers = new Set<string>(
  Object.entries<NodeRule>(nodeRules).flatMap(([type, { content }]) => (content ? [type] : [])),
)

/** Whether readers would see anything. The hints of a template are not shown. */
export function hasContent({ content }: Pick<Document, 'content'>): boolean {
  return content.some((node) => !containers.has(node.type) || hasContent({ content: node.content ?? [] }))
}
