import type { Article, DraftFields, SaveResult } from '#contract/articles/articles.ts'
import type { Clash } from '#site/articles/writing/merge/merge.ts'
import type { FieldName } from './fields.ts'
import type { DiscardedText } from './local-store.ts'
import type { ClosedReason, FieldError } from './save-failure.ts'

type Phase = 'saved' | 'unsaved' | 'saving' | 'offline' | 'waiting' | 'signed-out' | 'refused' | 'closed' | 'conflict'

/** Fields and blocks that this writer and another person changed differently. Everything else merges without a question. */
export type Conflict = { theirs: Article; clash: FieldName[]; blocks: Clash[] }

/** Whether the local copy holds every unsaved edit. */
type LocalCopyStatus = 'stored' | 'pending' | 'failed'

/** The part of the engine's state that the page renders. Immutable: a new object for every change. */
export type SaveState = {
  phase: Phase
  /** Time of the last successful save in this tab. */
  savedAt: number | null
  localCopy: LocalCopyStatus
  /** How many other tabs of this browser have the article open. */
  tabs: number
  fieldErrors: readonly FieldError[]
  /** Why the article cannot be saved any more, for the phase `closed`. */
  closed: ClosedReason | null
  conflict: Conflict | null
  /** How many times changes of another person were merged in. */
  merges: number
  /** Text that the writer gave up in a conflict and has not deleted. */
  discarded: DiscardedText | null
  /** The body is the one last read from the editor; see `Engine.fields`. */
  fields: DraftFields
  /** The version that `fields` are based on; null while the article is not on the server. */
  version: number | null
  last: SaveResult | null
}

export function initialSaveState(article: Article | null, fields: DraftFields): SaveState {
  return {
    phase: 'saved',
    savedAt: null,
    localCopy: 'stored',
    tabs: 0,
    fieldErrors: [],
    closed: null,
    conflict: null,
    merges: 0,
    discarded: null,
    fields,
    version: article?.version ?? null,
    last: article,
  }
}
