import type { SiteConfig } from './site-config.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'

type Needs = { db: Db; log: Log; site: SiteConfig; now?: () => Date }

/** For work that no visitor asked for: the start, a command, a job. It may do anything and shows nothing. */
export function systemCtx({ db, log, site, now = () => new Date() }: Needs): Ctx {
  return {
    db,
    log,
    site,
    now,
    viewer: null,
    session: { token: null, replace: () => {} },
    shows: () => {},
    touch: () => {
      throw new Error('touch() only counts inside inTransaction()')
    },
    // Serving processes hear of changes through the database.
    forget: () => {},
  }
}
