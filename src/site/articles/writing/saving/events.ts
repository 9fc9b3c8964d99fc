import type { Article, DraftFields, SaveResult } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import type { FieldName } from './fields.ts'
import type { DiscardedText, LocalCopy, SaveAttempt } from './local-store.ts'
import type { Choices } from './reconcile.ts'
import type { SaveFailure } from './save-failure.ts'
import type { TabMessage } from './tab-channel.ts'

export type TimerName = 'save' | 'retry' | 'local-copy' | 'tabs'

/** Why the editor's text is replaced: merged with another person's changes, or chosen by the writer. */
export type ReplaceCause = 'merged' | 'chosen'

/** Everything that can happen to the engine. */
export type EngineEvent =
  // The page
  | { type: 'open' }
  | { type: 'opened'; discarded: DiscardedText | null }
  | { type: 'edit'; patch: Partial<DraftFields> }
  /** The body changed in the editor; `body-read` follows before any other event. */
  | { type: 'edit-body' }
  | { type: 'body-read'; body: Document }
  | { type: 'flush' }
  | { type: 'refresh' }
  | { type: 'adopt'; article: Article }
  | { type: 'resolve'; choices: Choices }
  | { type: 'delete-discarded' }
  | { type: 'page-hide' }
  | { type: 'page-leave' }
  | { type: 'page-return' }
  | { type: 'close' }
  // Other people and tabs
  | { type: 'remote-version'; version: number }
  | { type: 'tab-message'; message: TabMessage }
  // Results of effects
  | { type: 'timer'; timer: TimerName }
  | { type: 'save-succeeded'; reply: Article | SaveResult }
  | { type: 'save-failed'; failure: SaveFailure }
  | { type: 'fetched'; article: Article }
  | { type: 'fetch-failed'; failure: SaveFailure }
  | { type: 'composition-ended' }
  | { type: 'local-copy-written'; durable: boolean }
  | { type: 'local-copies-found'; copies: LocalCopy[] }
  | { type: 'archived'; ok: boolean }
  | { type: 'discarded-stored' }

/** Time and a random id, so that the reducer needs neither a clock nor a random source. */
export type Stamp = { at: number; id: string }

export type StampedEvent = EngineEvent & Stamp

/** Everything the engine asks of the outside. Effects run in order; results come back as events. */
export type Effect =
  | { type: 'save'; attempt: SaveAttempt }
  | { type: 'fetch' }
  | { type: 'await-composition' }
  | { type: 'start-timer'; timer: TimerName; ms: number }
  | { type: 'cancel-timer'; timer: TimerName }
  /** Null deletes the copy of this tab. */
  | { type: 'write-local-copy'; copy: LocalCopy | null }
  /** Synchronous, for a page that may be unloaded. */
  | { type: 'write-unload-copy'; copy: LocalCopy }
  | { type: 'find-local-copies' }
  | { type: 'delete-local-copies'; keys: readonly string[] }
  | { type: 'add-to-history'; body: Document; force: boolean }
  | { type: 'archive'; bodies: readonly Document[] }
  | { type: 'store-discarded'; text: DiscardedText }
  | { type: 'broadcast'; kind: TabMessage['kind'] }
  | { type: 'close-channel' }
  /** Dispatches `flush` after the effects before it, one of which may have changed the text. */
  | { type: 'flush' }
  // The page
  | { type: 'changed' }
  | { type: 'created'; article: Article }
  | { type: 'received'; article: Article }
  | { type: 'replaced'; fields: DraftFields; names: readonly FieldName[]; cause: ReplaceCause }
