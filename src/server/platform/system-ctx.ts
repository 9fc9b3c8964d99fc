import type { Blobs, StorageConfig } from './blobs/blobs.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import type { IdentityConfig } from './identity-config.ts'
import { noLimits } from './limits.ts'
import type { Log } from './log.ts'
import { type Outside, createOutside } from './outside/outside.ts'
import type { SiteConfig } from './site-config.ts'
import { createTokens } from './tokens/tokens.ts'

type Needs = {
  db: Db
  log: Log
  site: SiteConfig
  identity: IdentityConfig
  storage: StorageConfig
  blobs: Blobs
  outside?: Outside
  now?: () => Date
}

/** For work that no visitor asked for: the start, a command, a job. It may do anything and shows nothing. */
export function systemCtx({ db, log, site, identity, storage, blobs, outside, now = () => new Date() }: Needs): Ctx {
  return {
    db,
    log,
    site,
    identity,
    storage,
    blobs,
    outside: outside ?? createOutside({ privateToo: false, agent: 'Bramble' }),
    now,
    tokens: createTokens({ db, now, identity }),
    limits: noLimits,
    viewer: null,
    signedIn: null,
    session: { token: null, bearer: null, device: '', address: '', unfollowed: false, replace: () => {} },
    shows: () => {},
    touch: () => {
      throw new Error('touch() only counts inside inTransaction()')
    },
    // Serving processes hear of changes through the database.
    forget: () => {},
  }
}
