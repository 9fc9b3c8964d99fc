import type { Article, DraftFields } from '#contract/articles.ts'
import type { Api } from '#site/page.ts'
import type { FieldName } from './fields.ts'
import type { LocalStore } from './kept.ts'

/** How a field came to hold another value: the work of another person was merged in, or the writer chose it. */
export type Replaced = 'merged' | 'chosen'

export type EngineOptions = {
  api: Api
  store: LocalStore
  articleId: string
  person: string
  /** Null for one that the server does not know yet. */
  article: Article | null
  fields: DraftFields
  /** The server has it now. */
  onCreated?(article: Article): void
  /** Some fields now hold what was not typed here; for what shows them by itself: the editor. */
  onReplaced?(fields: DraftFields, names: readonly FieldName[], how: Replaced): void
  /** Whether a letter is being composed, which a change of the text would break off. */
  isComposing?(): boolean
  /** The article as the server has it now, with all that is not a writer's to change. */
  onArticle?(article: Article): void
}
