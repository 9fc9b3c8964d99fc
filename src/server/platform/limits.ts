import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Db } from './db.ts'

/** How many in a window; `lease` of them are taken from the database at a time, so most calls do not ask it. */
const limits = {
  'read': { most: 1200, lease: 60, windowMs: MINUTE_MS },
  'write': { most: 60, lease: 1, windowMs: MINUTE_MS },
  // Somebody who types is saved every few seconds, in more than one tab.
  'save': { most: 240, lease: 4, windowMs: MINUTE_MS },
  // Likes, follows and bookmarks, which people press in passing.
  'toggle': { most: 240, lease: 4, windowMs: MINUTE_MS },
  'respond': { most: 10, lease: 1, windowMs: MINUTE_MS },
  // By somebody below one story: a conversation, not a flood.
  'respond-here': { most: 60, lease: 1, windowMs: HOUR_MS },
  // What makes us ask other sites.
  'look': { most: 60, lease: 1, windowMs: MINUTE_MS },
  // A file is many pieces.
  'upload': { most: 600, lease: 10, windowMs: MINUTE_MS },
  'guess': { most: 10, lease: 1, windowMs: MINUTE_MS },
  // By the visitor's address.
  'sign-in': { most: 30, lease: 1, windowMs: MINUTE_MS },
  'sign-up': { most: 20, lease: 1, windowMs: HOUR_MS },
  'mail': { most: 20, lease: 1, windowMs: HOUR_MS },
  'bulk': { most: 20, lease: 1, windowMs: MINUTE_MS },
  // By the account, whoever tries and from wherever.
  'attempts': { most: 20, lease: 1, windowMs: 10 * MINUTE_MS },
  'codes': { most: 10, lease: 1, windowMs: 10 * MINUTE_MS },
  'mail-to': { most: 5, lease: 1, windowMs: HOUR_MS },
} as const
export type LimitName = keyof typeof limits

const LONGEST_WINDOW_MS = HOUR_MS
const MOST_REMEMBERED = 50_000
const LONGEST_NAME = 120

/** A spent one is remembered too: nobody asks the database again until its window ends. */
type Lease = { left: number; spent: boolean; endsAt: number }

export type Limits = ReturnType<typeof createLimits>

/** For work that no visitor asked for. */
export const noLimits: Limits = { take: async () => {}, sweep: async () => {} }

/** Limits that hold however many processes serve, because they count in the database. */
export function createLimits({ db, now, relaxed }: { db: Db; now: () => Date; relaxed: boolean }) {
  const leases = new Map<string, Lease>()

  /** Refuses with the seconds to wait when `who` has had enough. */
  async function take(name: LimitName, who: string) {
    if (relaxed) return
    const key = `${name}:${short(who)}`
    const time = now().getTime()
    const held = leases.get(key)
    const usable = held && held.endsAt > time && (held.left > 0 || held.spent)
    const lease = usable ? held : await takeLease(name, key)
    if (lease.spent) {
      throw new Refusal('too-many-requests', { retryAfter: Math.max(1, Math.ceil((lease.endsAt - time) / SECOND_MS)) })
    }
    lease.left -= 1
  }

  async function takeLease(name: LimitName, key: string): Promise<Lease> {
    const { most, lease, windowMs } = limits[name]
    const time = now()
    const { rows } = await sql<{ count: number; endsAt: Date }>`
      insert into rate_limit as held (key, ends_at, count)
      values (${key}, ${new Date(time.getTime() + windowMs)}, ${lease})
      on conflict (key) do update set
        count   = case when held.ends_at <= ${time} then excluded.count   else held.count + excluded.count end,
        ends_at = case when held.ends_at <= ${time} then excluded.ends_at else held.ends_at end
      returning count, ends_at`.execute(db)
    const [row] = rows
    if (!row) throw new Error('the limit was not counted')
    const left = Math.min(lease, most - (row.count - lease))
    const taken = { left, spent: left <= 0, endsAt: row.endsAt.getTime() }
    if (leases.size >= MOST_REMEMBERED) leases.clear()
    leases.set(key, taken)
    return taken
  }

  /** Rows of windows that ended long ago. */
  async function sweep(tx: Db) {
    await tx
      .deleteFrom('rateLimit')
      .where('endsAt', '<', new Date(now().getTime() - LONGEST_WINDOW_MS))
      .execute()
  }

  return { take, sweep }
}

/** The table holds short keys; the longest addresses are known by their hash. */
function short(who: string) {
  return who.length > LONGEST_NAME ? createHash('sha256').update(who).digest('hex') : who
}
