import { createContext, useContext } from 'react'
import type { Article, DraftFields } from '#contract/articles/articles.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import type { FieldName } from '#site/articles/writing/saving/fields.ts'
import type { SaveState } from '#site/articles/writing/saving/save-state.ts'

/** The article in the editor. */
export type Writing = {
  articleId: string
  /** Null until it is saved for the first time. */
  article: Article | null
  engine: Engine | null
  state: SaveState
  fields: DraftFields
  readOnly: boolean
  change(fields: Partial<DraftFields>): void
  /** The server's validation error for a field. */
  errorOf(field: FieldName): string | undefined
  /** Updates data outside the draft, such as the byline. */
  updateArticle(patch: Partial<Article>): void
}

export const WritingContext = createContext<Writing | null>(null)

export function useWriting(): Writing {
  const writing = useContext(WritingContext)
  if (!writing) throw new Error('useWriting needs a WritingContext')
  return writing
}
