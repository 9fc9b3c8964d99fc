import { createContext, useContext } from 'react'
import type { Article, DraftFields } from '#contract/articles.ts'
import type { Engine } from '#site/articles/writing/saving/engine.ts'
import type { FieldName } from '#site/articles/writing/saving/fields.ts'
import type { SaveState } from '#site/articles/writing/saving/state.ts'

/** The article that is being written, for everything on its page. */
export type Writing = {
  articleId: string
  /** Null until the server has it. */
  article: Article | null
  engine: Engine | null
  state: SaveState
  fields: DraftFields
  readOnly: boolean
  change(fields: Partial<DraftFields>): void
  /** Why the server did not take a field. */
  problemOf(field: FieldName): string | undefined
  /** What the server tells of the article beyond the draft, such as its byline. */
  learn(part: Partial<Article>): void
}

export const WritingContext = createContext<Writing | null>(null)

export function useWriting(): Writing {
  const writing = useContext(WritingContext)
  if (!writing) throw new Error('Nothing is written here')
  return writing
}
