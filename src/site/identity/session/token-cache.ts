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
  /** Asks the server for a token. Rejects with a refusal, or with anything else when it could not be asked. */
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

/** Holds the ID token, in memory alone, and sees to it that there is always a good one. */
export function createTokenCache({ fetch, onToken, onSignedOut, now = Date.now }: Options) {
  let held: IssuedToken | null = null
  let asking: Promise<string> | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  // Counts the times that everything was forgotten: an answer from before is not kept.
  let era = 0

  function ask() {
    asking ??= fetchToken().finally(() => {
      asking = null
    })
    return asking
  }

  async function fetchToken() {
    const asked = era
    try {
      const minted = await fetch()
      if (asked !== era) throw new Refusal('sign-in-needed')
      held = minted
      failures = 0
      // Never at once, or a clock that runs ahead would make this browser ask without end.
      plan(Math.max(endOf(minted) - now() - REFRESH_BEFORE_MS, REFRESH_RETRY_FIRST_MS))
      onToken(minted.account)
      return minted.token
    } catch (error) {
      if (asked !== era) throw error
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
    // Whoever needs the token hears of the failure; here the next attempt is planned already.
    void ask().catch(() => {})
  }

  /** Forgets everything and asks for nothing more. */
  function stop() {
    era += 1
    clearTimeout(timer)
    dueAt = Infinity
    failures = 0
    held = null
    asking = null
  }

  /** The token at hand, unless it is too old. */
  function current() {
    // Clocks drift: this close to its end a token may be dead by the time it arrives.
    return held && endOf(held) - now() > EARLY_EXPIRY_MS ? held.token : null
  }

  return {
    stop,
    current,
    account: () => held?.account ?? null,
    /** A good token. The one that was `refused` is not given again; null stands for whichever is held. */
    async token(refused?: string | null) {
      const good = refused === null ? null : current()
      return good === null || good === refused ? ask() : good
    },
    /** A token that is asked for after this moment. */
    async renew() {
      await asking?.catch(() => {})
      return ask()
    },
    /** Timers sleep in background tabs: asks when the time has passed, and as soon as there is a network again. */
    wake({ online = false } = {}) {
      if (now() >= dueAt || (online && failures > 0)) askQuietly()
    },
  }
}

function endOf({ expiresAt }: IssuedToken) {
  return Date.parse(expiresAt)
}
