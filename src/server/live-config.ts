import type { Config } from './config.ts'
import { type SignInConfig, mergeSignIn, readSignIn } from './identity/sign-in-settings.ts'
import { mergeMailConfig, readMailServer } from './mail/mail-server.ts'
import type { StorageConfig } from './platform/blobs/blobs.ts'
import { createCachedValue } from './platform/cache/cached-value.ts'
import type { Db } from './platform/db.ts'
import type { IdentityConfig } from './platform/identity-config.ts'
import type { Log } from './platform/log.ts'
import type { MailConfig } from './platform/mail.ts'
import type { Vault } from './platform/secrets/vault.ts'
import { DatabaseUnavailable } from './platform/watched-pool.ts'
import { mergeLimits, readStorageLimits } from './storage/limits.ts'

const tags = ['mail-server', 'sign-in', 'storage-limits'] as const

type Values = {
  signIn: SignInConfig
  limits: Pick<StorageConfig, 'uploadBytes' | 'personBytes' | 'siteBytes'>
  mail: MailConfig
}

type Options = { db: Db; vault: Vault; config: Config; log: Log }

export type LiveConfig = ReturnType<typeof createLiveConfig>

/**
 * The parts of the configuration that admins change while the site runs: what the environment sets, then what is stored,
 * then the defaults. `identity` and `storage` always have the values of the last refresh.
 */
export function createLiveConfig({ db, vault, config, log }: Options) {
  const cached = createCachedValue<void>(tags)
  let current: Values = {
    signIn: config.identity,
    limits: config.storage,
    mail: mergeMailConfig(config.mail, noMailServer),
  }
  let started = 0
  let applied = 0
  let reported: string | null = null

  async function load() {
    started += 1
    const turn = started
    const [signIn, limits, mail] = await Promise.all([
      readSignIn({ db, vault }),
      readStorageLimits(db),
      readMailServer({ db, vault }),
    ])
    // Loads can overtake each other.
    if (turn < applied) return
    applied = turn
    current = {
      signIn: mergeSignIn(config, signIn, current.signIn.providers),
      limits: mergeLimits(config, limits),
      mail: mergeMailConfig(config.mail, mail),
    }
  }

  /**
   * Cheap unless something changed. While the database is unavailable, or a value cannot be read, the last values apply.
   * Fails if a value cannot be read before any were loaded, at the start.
   */
  async function refresh() {
    try {
      await cached.get(load)
      reported = null
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return
      if (applied === 0) throw error
      logFailure(error)
    }
  }

  /** Once per failure: every call refreshes. */
  function logFailure(error: unknown) {
    const message = String(error)
    if (message !== reported) log.error({ err: error }, 'settings could not be loaded')
    reported = message
  }

  const identity: IdentityConfig = {
    ...config.identity,
    get methods() {
      return current.signIn.methods
    },
    get providers() {
      return current.signIn.providers
    },
    get authorizedDomains() {
      return current.signIn.authorizedDomains
    },
  }
  const storage: StorageConfig = {
    ...config.storage,
    get uploadBytes() {
      return current.limits.uploadBytes
    },
    get personBytes() {
      return current.limits.personBytes
    },
    get siteBytes() {
      return current.limits.siteBytes
    },
  }
  return {
    identity,
    storage,
    refresh,
    getMail: () => current.mail,
    invalidate: cached.invalidate,
    setListening: cached.setListening,
    /** Jobs do not refresh, so that the values are loaded again at once. */
    onSignals(signals: string[]) {
      if (tags.some((tag) => signals.includes(tag)))
        refresh().catch((error: unknown) => log.error({ err: error }, 'settings could not be loaded'))
    },
  }
}

const noMailServer = {
  host: '',
  port: 587,
  security: 'starttls' as const,
  user: '',
  password: null,
  fromName: '',
  fromAddress: '',
}
