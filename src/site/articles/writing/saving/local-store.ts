import type { DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { commonOf } from '#site/articles/writing/merge/merge.ts'

/** One save request. Until its result is known it is repeated unchanged: the server recognizes it by its key `save`. */
export type SaveAttempt = {
  save: string
  version: number | null
  fields: Partial<DraftFields>
}

/** The edits of one tab that the server may lack. Stored in IndexedDB and localStorage: do not rename its properties. */
export type LocalCopy = {
  /** `article/tab` */
  key: string
  articleId: string
  tab: string
  person: string
  /** The version that the edits are based on; null while the article is not on the server. */
  version: number | null
  fields: Partial<DraftFields>
  /** The values of these fields in that version, for merging with other people's changes. */
  base: Partial<DraftFields>
  attempt: SaveAttempt | null
  at: number
}

/** Text that the writer gave up in a conflict, until they delete it. Stored in IndexedDB. */
export type DiscardedText = {
  articleId: string
  person: string
  fields: Partial<DraftFields>
  /** The text that was chosen. */
  insteadOf: Document | null
  at: number
}

/** An earlier state of the text. Stored in IndexedDB. */
export type HistoryEntry = { articleId: string; person: string; at: number; size: number; body: Document }

/** Storage of this browser for unsaved edits. */
export type LocalStore = {
  /** False if everything is lost with the tab. */
  durable: boolean
  put(copy: LocalCopy): Promise<void>
  /** Synchronous, for a page that is being unloaded. False if it could not be stored. */
  putSync(copy: LocalCopy): boolean
  find(articleId: string): Promise<LocalCopy[]>
  /** Copies of articles that were never saved on the server. */
  findNew(person: string): Promise<LocalCopy[]>
  delete(key: string): Promise<void>
  putDiscarded(text: DiscardedText): Promise<void>
  getDiscarded(articleId: string): Promise<DiscardedText | null>
  deleteDiscarded(articleId: string): Promise<void>
  addHistory(entry: HistoryEntry): Promise<void>
  /** Oldest first. */
  listHistory(articleId: string): Promise<HistoryEntry[]>
  deleteHistory(articleId: string, upTo: number): Promise<void>
}

export function localCopyKey(articleId: string, tab: string) {
  return `${articleId}/${tab}`
}

/** The base of a copy. Where storage had no room for the base text, the blocks that both texts share. */
export function baseOf({ base, fields }: LocalCopy, server: DraftFields): Partial<DraftFields> {
  return fields.body && !base.body ? { ...base, body: commonOf(fields.body, server.body) } : base
}
