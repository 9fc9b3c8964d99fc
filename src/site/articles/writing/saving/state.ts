import type { Article, DraftFields, SaveResult } from '#contract/articles.ts'
import type { Clash } from '#site/articles/writing/merge/merge.ts'
import type { FieldName } from './fields.ts'
import type { Keeping } from './keeper.ts'
import type { Aside } from './kept.ts'
import type { Problem } from './outcome.ts'

export type Phase =
  | 'saved'
  | 'unsaved'
  | 'saving'
  | 'offline'
  | 'waiting'
  | 'signed-out'
  | 'refused'
  | 'closed'
  | 'conflict'

/** What this writer and another person changed differently. Everything else is merged once this is decided. */
export type Conflict = { theirs: Article; clash: FieldName[]; blocks: Clash[] }

/** What the page shows of the saving. A new object whenever something changes. */
export type SaveState = {
  phase: Phase
  /** When the server last had everything; null before the first time. */
  savedAt: number | null
  keeping: Keeping
  /** How many other tabs of this browser have the article open. */
  tabs: number
  problems: readonly Problem[]
  /** Why nothing can be saved any more. */
  closed: string | null
  conflict: Conflict | null
  /** How often the changes of another person were merged in. */
  merges: number
  /** A text of theirs that the writer gave up, and has not thrown away. */
  aside: Aside | null
  /** As they are on the screen. The text is as it was last read. */
  fields: DraftFields
  /** The article as the server last told it; null while it does not know it. */
  version: number | null
  last: SaveResult | null
}
