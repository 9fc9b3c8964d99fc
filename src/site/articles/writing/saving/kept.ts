import type { DraftFields } from '#contract/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { commonOf } from '#site/articles/writing/merge/merge.ts'

/** One try to save. Until its fate is known it is repeated as it was, so that the server knows it again by its key. */
export type Attempt = {
  save: string
  version: number | null
  fields: Partial<DraftFields>
}

/** What one tab has of an article that the server may not have yet. */
export type Kept = {
  /** `article/tab` */
  key: string
  articleId: string
  tab: string
  person: string
  /** The version it was changed from; null while the server does not know the article. */
  version: number | null
  /** What was changed from it. */
  fields: Partial<DraftFields>
  /** What that version held there, so that the changes can be merged with those of another person. */
  base: Partial<DraftFields>
  attempt: Attempt | null
  at: number
}

/** A text that its writer gave up for another, until they say that it can go. */
export type Aside = {
  articleId: string
  person: string
  fields: Partial<DraftFields>
  /** The text that was chosen instead: what differs from it is what was given up. */
  insteadOf: Document | null
  at: number
}

export type TrailState = { articleId: string; person: string; at: number; size: number; body: Document }

/** Where a browser keeps what is being written. */
export type LocalStore = {
  /** False where the browser refuses: then all is gone with the tab. */
  lasting: boolean
  keep(kept: Kept): Promise<void>
  /** For a page that is about to go: done when it returns, or false. */
  keepAtOnce(kept: Kept): boolean
  find(articleId: string): Promise<Kept[]>
  /** What a person began and the server has never seen. */
  begun(person: string): Promise<Kept[]>
  forget(key: string): Promise<void>
  setAside(aside: Aside): Promise<void>
  aside(articleId: string): Promise<Aside | null>
  dropAside(articleId: string): Promise<void>
  addToTrail(state: TrailState): Promise<void>
  /** Oldest first. */
  trail(articleId: string): Promise<TrailState[]>
  cutTrail(articleId: string, upTo: number): Promise<void>
}

export function keptKey(articleId: string, tab: string) {
  return `${articleId}/${tab}`
}

/** What a tab had changed its text from. Where the browser had no room for that, it is what both texts share. */
export function baseOf({ base, fields }: Kept, server: DraftFields): Partial<DraftFields> {
  return fields.body && !base.body ? { ...base, body: commonOf(fields.body, server.body) } : base
}
