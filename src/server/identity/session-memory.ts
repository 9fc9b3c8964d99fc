import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx, Identified } from '#server/platform/ctx.ts'
import { type PersonMemory, createPersonMemory } from '#server/platform/cache/person-memory.ts'
import { findByCookie, identify } from './identify.ts'
import { hashSecret } from './secrets.ts'

/** A session is read again after this time, so that a change behind the server's back shows up soon. */
const MAX_AGE_MS = MINUTE_MS
const MAX_TOKENS = 20_000

type Remembered = { identified: Identified; until: number }

export type SessionMemory = ReturnType<typeof createSessionMemory>

/** Identifies callers, and remembers the sessions of recent cookies so that a page view needs no query. */
export function createSessionMemory(now: () => Date) {
  const sessions: PersonMemory<Remembered> = createPersonMemory()
  /** The person of each token. A token is stored as its hash only. */
  const people = new Map<string, string>()

  /** The session of a cookie, if it is in memory. */
  function peek(token: string): Identified | null {
    const hash = hashSecret(token).toString('base64')
    const personId = people.get(hash)
    const found = personId === undefined ? undefined : sessions.get(personId, hash)
    return found && now().getTime() < found.until ? found.identified : null
  }

  async function identifyAndRemember(ctx: Ctx, reads: boolean): Promise<Identified | null> {
    const { bearer, token } = ctx.session
    if (bearer || !reads || !token) return identify(ctx, reads)
    return peek(token) ?? (await read(ctx, token))
  }

  async function read(ctx: Ctx, token: string) {
    const reading = sessions.begin()
    try {
      const found = await findByCookie(ctx, token)
      // A token in rotation has side effects and a grace period, which the database decides.
      if (found?.settled) {
        const hash = hashSecret(token).toString('base64')
        const until = Math.min(now().getTime() + MAX_AGE_MS, found.expiresAt.getTime())
        const { id } = found.identified.viewer
        if (people.size >= MAX_TOKENS) people.clear()
        people.set(hash, id)
        reading.store(id, hash, { identified: found.identified, until })
      }
      return found?.identified ?? null
    } finally {
      reading.end()
    }
  }

  return { peek, identify: identifyAndRemember, onSignals: sessions.onSignals, setListening: sessions.setListening }
}
