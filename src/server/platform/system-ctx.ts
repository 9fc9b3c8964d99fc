import type { Blobs, StorageConfig } from './blobs/blobs.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import type { IdentityConfig } from './identity-config.ts'
import { noLimits } from './rate-limits.ts'
import type { Log } from './log.ts'
import { type Outside, createOutside } from '#server/platform/outbound/fetch.ts'
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
  outside?: Outside
  now?: () => Date
}

/** For work that no visitor asked for: the start, a command, a job. It may do anything and shows nothing. */
export function systemCtx(needs: Needs): Ctx {
  const { db, log, site, identity, vault, storage, blobs, outside, now = () => new Date() } = needs
  return {
    db,
    log,
    site,
    identity,
    vault,
    storage,
    blobs,
    outside: outside ?? createOutside({ privateToo: false, agent: 'Bramble' }),
    now,
    tokens: createTokens({ db, now, identity, vault }),
    limits: noLimits,
    viewer: null,
    signedIn: null,
    session: {
      token: null,
      bearer: null,
      device: '',
      address: '',
      unfollowed: false,
      replace: () => {},
      devices: null,
      remember: () => {},
    },
    addCacheTags: () => {},
    invalidate: () => {
      throw new Error('touch() only counts inside inTransaction()')
    },
    // Serving processes hear of changes through the database.
    dropCached: () => {},
  }
}
