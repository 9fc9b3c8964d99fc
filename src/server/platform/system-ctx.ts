import type { Blobs, StorageConfig } from './blobs/blobs.ts'
import type { Ctx, Session } from './ctx.ts'
import type { Db } from './db.ts'
import type { IdentityConfig } from './identity-config.ts'
import { type JobMonitor, createJobMonitor } from './jobs/job-monitor.ts'
import { noLimits } from './rate-limits.ts'
import type { Log } from './log.ts'
import { type Outbound, createOutbound } from '#server/platform/outbound/fetch.ts'
import { serviceOrigins } from '#server/platform/outbound/services.ts'
import type { SiteConfig } from './site-config.ts'
import { createTokens } from './tokens/tokens.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

type Needs = {
  db: Db
  log: Log
  site: SiteConfig
  identity: IdentityConfig
  vault: Vault
  storage: StorageConfig
  blobs: Blobs
  outbound?: Outbound
  jobs?: JobMonitor
  now?: () => Date
}

/** Without a browser. */
export const noSession: Session = {
  token: null,
  bearer: null,
  apiKey: null,
  device: '',
  languages: '',
  address: '',
  requestId: null,
  source: 'system',
  doNotTrack: false,
  client: null,
  replace: () => {},
  devices: null,
  remember: () => {},
  viewAs: null,
  replaceViewAs: () => {},
}

/** A context without a viewer or rate limits, for startup, commands and jobs. */
export function systemCtx(needs: Needs): Ctx {
  const { db, log, site, identity, vault, storage, blobs, now = () => new Date() } = needs
  const outbound =
    needs.outbound ?? createOutbound({ allowPrivate: false, agent: 'Bramble', services: serviceOrigins(needs) })
  return {
    db,
    log,
    site,
    identity,
    vault,
    storage,
    blobs,
    outbound,
    jobs: needs.jobs ?? createJobMonitor({ now }),
    now,
    tokens: createTokens({ db, now, identity, vault, outbound }),
    limits: noLimits,
    viewer: null,
    signedIn: null,
    session: noSession,
    addCacheTags: () => {},
    invalidate: () => {
      throw new Error('invalidate() must be called inside inTransaction()')
    },
    // Web processes receive invalidations through the database.
    dropCached: () => {},
  }
}
