import {
  EARLY_EXPIRY_MS,
  REFRESH_BEFORE_MS,
  REFRESH_RETRY_FIRST_MS,
  REFRESH_RETRY_MOST_MS,
} from '#contract/constants.ts'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import type { AccountFields } from '#contract/identity/identity.ts'

export type IssuedToken = { token: string; expiresAt: string; account: AccountFields }

type Options = {
  /** Requests a token. Rejects with a Refusal, or with another error if the server could not be reached. */
  fetch(): Promise<IssuedToken>
  onToken(account: AccountFields): void
  onSignedOut(code: RefusalCode): void
  now?(): number
}

const endsSession: ReadonlySet<RefusalCode> = new Set([
  'user-disabled',
  'user-token-expired',
  'invalid-refresh-token',
  'sign-in-needed',
])

/** Caches the ID token, only in memory, and renews it before it expires. */
export function createTokenCache({ fetch, onToken, onSignedOut, now = Date.now }: Options) {
  let held: IssuedToken | null = null
  let asking: Promise<string> | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  // Incremented by stop(), so that responses to earlier requests are discarded.
  let generation = 0

  function ask() {
    asking ??= fetchToken().finally(() => {
      asking = null
    })
    return asking
  }

  async function fetchToken() {
    const asked = generation
    try {
      const minted = await fetch()
      if (asked !== generation) throw new Refusal('sign-in-needed')
      held = minted
      failures = 0
      // Never at once, or a clock that runs ahead would cause endless requests.
      plan(Math.max(endOf(minted) - now() - REFRESH_BEFORE_MS, REFRESH_RETRY_FIRST_MS))
      onToken(minted.account)
      return minted.token
    } catch (error) {
      if (asked !== generation) throw error
      if (error instanceof Refusal && endsSession.has(error.code)) {
        stop()
        onSignedOut(error.code)
      } else {
        plan(Math.min(REFRESH_RETRY_FIRST_MS * 2 ** failures, REFRESH_RETRY_MOST_MS))
        failures += 1
      }
      throw error
    }
  }

  function plan(delay: number) {
    clearTimeout(timer)
    dueAt = now() + delay
    timer = setTimeout(askQuietly, delay)
  }

  function askQuietly() {
    // The next attempt is already scheduled, and callers of token() get the error.
    void ask().catch(() => {})
  }

  /** Clears the cache and cancels the renewal. */
  function stop() {
    generation += 1
    clearTimeout(timer)
    dueAt = Infinity
    failures = 0
    held = null
    asking = null
  }

  /** The cached token, unless it is about to expire. */
  function current() {
    // Clocks drift: a token this close to its expiry may be expired when it arrives.
    return held && endOf(held) - now() > EARLY_EXPIRY_MS ? held.token : null
  }

  return {
    stop,
    current,
    account: () => held?.account ?? null,
    /** A valid token. Never returns the `refused` token again; null means the cached one. */
    async token(refused?: string | null) {
      const good = refused === null ? null : current()
      return good === null || good === refused ? ask() : good
    },
    /** Requests a new token, even if a request is already running. */
    async renew() {
      await asking?.catch(() => {})
      return ask()
    },
    /** Timers are throttled in background tabs: renews if the time has passed, or if the network is back after a failure. */
    wake({ online = false } = {}) {
      if (now() >= dueAt || (online && failures > 0)) askQuietly()
    },
  }
}

function endOf({ expiresAt }: IssuedToken) {
  return Date.parse(expiresAt)
}
