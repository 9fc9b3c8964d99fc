import type { Viewer } from '#contract/identity.ts'
import type { SiteConfig } from './site-config.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'

/** All that differs between a request, a job and a test. Services take it first. */
export type Ctx<V extends Viewer | null = Viewer | null> = {
  db: Db
  viewer: V
  now: () => Date
  log: Log
  site: SiteConfig
  /** Names what the answer was made from, so that a kept page goes when it changes. */
  shows(...names: string[]): void
  /** Names what was changed. Every process forgets it when the transaction commits, this one before it answers. */
  touch(...names: string[]): void
  session: Session
  /** Told after a commit, with what it touched. */
  forget(names: Iterable<string>): void
}

/** The browser's session, as far as one request knows it. */
export type Session = { token: string | null; replace(token: string | null): void }
