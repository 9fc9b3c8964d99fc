import type { Viewer } from '#contract/viewer.ts'
import type { Blobs, StorageConfig } from './blobs/blobs.ts'
import type { Db } from './db.ts'
import type { IdentityConfig } from './identity-config.ts'
import type { Limits } from './rate-limits.ts'
import type { Log } from './log.ts'
import type { Outside } from '#server/platform/outbound/fetch.ts'
import type { SiteConfig } from './site-config.ts'
import type { Tokens } from './tokens/tokens.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

/** All that differs between a request, a job and a test. Services take it first. */
export type Ctx<V extends Viewer | null = Viewer | null> = {
  db: Db
  viewer: V
  now: () => Date
  log: Log
  site: SiteConfig
  identity: IdentityConfig
  tokens: Tokens
  vault: Vault
  limits: Limits
  storage: StorageConfig
  blobs: Blobs
  outside: Outside
  /** Names what the answer was made from, so that a kept page goes when it changes. */
  addCacheTags(...names: string[]): void
  /** Names what was changed. Every process forgets it when the transaction commits, this one before it answers. */
  invalidate(...names: string[]): void
  session: Session
  /** The sign-in that the viewer came by. */
  signedIn: SignedInBy | null
  /** Told after a commit, with what it touched. */
  dropCached(names: Iterable<string>): void
}

/** The browser's session, as far as one request knows it. */
export type Session = {
  /** The cookie: it reads and asks for ID tokens, and changes nothing. */
  token: string | null
  /** The ID token, which every change needs. */
  bearer: string | null
  /** What the browser calls itself. */
  device: string
  /** Where it comes from, as far as limits tell it from others. Never written down. */
  address: string
  /** Whether it asked not to be followed. */
  unfollowed: boolean
  replace(token: string | null): void
  /** The cookie that says which accounts have signed in with this browser before. */
  devices: string | null
  remember(devices: string): void
}

export type SignedInBy = { sessionId: string | null; at: Date }

/** Who is asking, as far as their cookie or token shows. */
export type Identified = { viewer: Viewer; signedIn: SignedInBy }
