import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx, Identified } from '#server/platform/ctx.ts'
import { createPersonMemory } from '#server/platform/cache/person-memory.ts'
import { findByCookie, identify } from './identify.ts'
import { applyImpersonation } from './impersonation.ts'
import { hashSecret } from './secrets.ts'

/** A session is read again after this time, so that a change made directly in the database takes effect. */
const MAX_AGE_MS = MINUTE_MS
const MAX_TOKENS = 20_000
const SESSION = 'session:'

type Remembered = { identified: Identified; until: number }

/** Identifies callers, and remembers the sessions of recent cookies so that a page view needs no query. */
export function createSessionMemory(now: () => Date) {
  const sessions = createPersonMemory<Remembered>()
  /** The person of each token. A token is stored as its hash only. */
  const people = new Map<string, { personId: string; sessionId: string | null }>()
  /** Sessions that changed while one was being read. */
  const readings = new Set<Set<string>>()

  /** The session of a cookie, if it is in memory. */
  function peek(token: string): Identified | null {
    const hash = hashSecret(token).toString('base64')
    const person = people.get(hash)
    const found = person && sessions.get(person.personId, hash)
    return found && now().getTime() < found.until ? found.identified : null
  }

  async function identifyCached(ctx: Ctx, reads: boolean): Promise<Identified | null> {
    const { bearer, token } = ctx.session
    const own = bearer || !reads || !token ? await identify(ctx, reads) : (peek(token) ?? (await read(ctx, token)))
    return reads ? applyImpersonation(ctx, own) : own
  }

  async function read(ctx: Ctx, token: string) {
    const reading = sessions.begin()
    const changed = new Set<string>()
    readings.add(changed)
    try {
      const found = await findByCookie(ctx, token)
      if (!found) return null
      const { viewer, signedIn } = found.identified
      // A token in rotation has side effects and a grace period, which the database decides.
      if (found.settled && !changed.has(signedIn.sessionId ?? '')) {
        const hash = hashSecret(token).toString('base64')
        if (people.size >= MAX_TOKENS) people.clear()
        people.set(hash, { personId: viewer.id, sessionId: signedIn.sessionId })
        const until = Math.min(now().getTime() + MAX_AGE_MS, found.expiresAt.getTime())
        reading.store(viewer.id, hash, { identified: found.identified, until })
      }
      return found.identified
    } finally {
      reading.end()
      readings.delete(changed)
    }
  }

  function invalidate(signals: readonly string[]) {
    for (const signal of signals) if (signal.startsWith(SESSION)) dropSession(signal.slice(SESSION.length))
    sessions.invalidate(signals)
  }

  function dropSession(sessionId: string) {
    for (const [hash, person] of people) if (person.sessionId === sessionId) people.delete(hash)
    for (const changed of readings) changed.add(sessionId)
  }

  return { peek, identify: identifyCached, invalidate, setListening: sessions.setListening }
}
