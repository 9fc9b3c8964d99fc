import type { Viewer } from '#contract/viewer.ts'
import type { Blobs, StorageConfig } from './blobs/blobs.ts'
import type { CacheTag, Signal } from './cache/cache-tags.ts'
import type { Db } from './db.ts'
import type { IdentityConfig } from './identity-config.ts'
import type { JobMonitor } from './jobs/job-monitor.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Log } from './log.ts'
import type { Outbound } from '#server/platform/outbound/fetch.ts'
import type { SiteConfig } from './site-config.ts'
import type { Tokens } from './tokens/tokens.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

/** Everything that differs between a request, a job and a test. The first argument of every service. */
export type Ctx<V extends Viewer | null = Viewer | null> = {
  db: Db
  viewer: V
  now: () => Date
  log: Log
  site: SiteConfig
  identity: IdentityConfig
  tokens: Tokens
  vault: Vault
  limits: RateLimits
  storage: StorageConfig
  blobs: Blobs
  outbound: Outbound
  /** Reports the runs of background jobs, and starts them. */
  jobs: JobMonitor
  /** Tags the cached page with content that the reply was made from. */
  addCacheTags(...tags: CacheTag[]): void
  /** Sends signals to every process on commit. This process drops the pages with these tags before it replies. */
  invalidate(...signals: Signal[]): void
  session: Session
  /** The sign-in that authenticated the viewer. */
  signedIn: SignedInBy | null
  /** Applies the signals of a commit to this process, which then ignores them when they arrive from the database. */
  dropCached(signals: Iterable<Signal>, commit: string): void
}

/** The browser's session as one request presents it. */
export type Session = {
  /** The session cookie. It authorizes reads and requests for ID tokens, never writes. */
  token: string | null
  /** The ID token, required for writes. */
  bearer: string | null
  /** The API key, sent instead of an ID token. Only endpoints of the contract accept it, never pages and file downloads. */
  apiKey: string | null
  /** The User-Agent header. */
  device: string
  /** The Accept-Language header. */
  languages: string
  /** The client address that rate limits count. Only the audit log stores it. */
  address: string
  /** The id of the HTTP request. Null for jobs and commands. */
  requestId: string | null
  /** What acts when no person is signed in. */
  source: 'visitor' | 'operator' | 'system'
  /** Whether the browser sent `DNT` or `Sec-GPC`. */
  doNotTrack: boolean
  /** Set in the Firebase-compatible APIs, with the origin of the other site whose page called, if any. Null in our own API. */
  client: { origin: string | null } | null
  replace(token: string | null): void
  /** The cookie that lists the accounts that have signed in with this browser. */
  devices: string | null
  remember(devices: string): void
  /** The cookie of an admin who views the site as another person. It counts only together with the admin's session. */
  viewAs: string | null
  replaceViewAs(token: string | null): void
}

type SignedInBy = { sessionId: string | null; at: Date }

export type Identified = { viewer: Viewer; signedIn: SignedInBy }
