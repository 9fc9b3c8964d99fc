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
  // In kilobytes: a document takes time to check and render. The longest can be saved every two and a half seconds.
  'document': { most: 24 * 1024, lease: 256, windowMs: MINUTE_MS },
  // Every open editor says so every few seconds.
  'presence': { most: 240, lease: 12, windowMs: MINUTE_MS },
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
  // By known device, or by account and address together.
  'attempts': { most: 20, lease: 1, windowMs: 10 * MINUTE_MS },
  'codes': { most: 10, lease: 1, windowMs: 10 * MINUTE_MS },
  'mail-to': { most: 5, lease: 1, windowMs: HOUR_MS },
  // By account, for all unknown devices together. A code has few digits, so its ceiling is low.
  'attempts-unknown': { most: 1000, lease: 1, windowMs: HOUR_MS },
  'codes-unknown': { most: 60, lease: 1, windowMs: HOUR_MS },
  'mail-to-unknown': { most: 8, lease: 1, windowMs: HOUR_MS },
} as const
export type LimitName = keyof typeof limits

const LONGEST_WINDOW_MS = HOUR_MS
const MOST_REMEMBERED = 50_000
const LONGEST_NAME = 120

/** What this process may still grant until the window ends; `spent` when the database has no more to lease. */
type Lease = { left: number; spent: boolean; endsAt: number }

export type Limits = ReturnType<typeof createLimits>

/** For work that no visitor asked for. */
export const noLimits: Limits = { take: async () => {}, sweep: async () => {} }

/** Rate limits that are exact across processes, because they are counted in the database. */
export function createLimits({ db, now, relaxed }: { db: Db; now: () => Date; relaxed: boolean }) {
  const leases = new Map<string, Lease>()
  // One query per key at a time: parallel leases would overwrite each other, and what they had granted would be lost.
  const coming = new Map<string, Promise<void>>()
  const waiting = new Map<string, number>()

  /** Refuses with the seconds to wait when `who` has reached the limit. */
  async function take(name: LimitName, who: string, amount = 1) {
    if (relaxed) return
    const key = `${name}:${short(who)}`
    while (!granted(key, amount)) await nextLease(name, key, amount)
  }

  function granted(key: string, amount: number) {
    const lease = leases.get(key)
    const time = now().getTime()
    if (!lease || lease.endsAt <= time) return false
    if (lease.left >= amount) {
      lease.left -= amount
      return true
    }
    if (!lease.spent) return false
    throw new Refusal('too-many-requests', { retryAfter: Math.max(1, Math.ceil((lease.endsAt - time) / SECOND_MS)) })
  }

  async function nextLease(name: LimitName, key: string, amount: number) {
    waiting.set(key, (waiting.get(key) ?? 0) + amount)
    try {
      if (!coming.has(key))
        coming.set(
          key,
          takeLease(name, key).finally(() => coming.delete(key)),
        )
      await coming.get(key)
    } finally {
      const left = (waiting.get(key) ?? amount) - amount
      if (left > 0) waiting.set(key, left)
      else waiting.delete(key)
    }
  }

  /** Enough for all calls that wait for it, so that a burst costs two queries rather than one each. */
  async function takeLease(name: LimitName, key: string) {
    const { most, lease, windowMs } = limits[name]
    const asked = Math.max(lease, waiting.get(key) ?? 1)
    const time = now()
    const { rows } = await sql<{ count: number; endsAt: Date }>`
      insert into rate_limit as held (key, ends_at, count)
      values (${key}, ${new Date(time.getTime() + windowMs)}, ${asked})
      on conflict (key) do update set
        count   = case when held.ends_at <= ${time} then excluded.count   else held.count + excluded.count end,
        ends_at = case when held.ends_at <= ${time} then excluded.ends_at else held.ends_at end
      returning count, ends_at`.execute(db)
    const [row] = rows
    if (!row) throw new Error('the limit was not counted')
    const got = Math.max(0, Math.min(asked, most - (row.count - asked)))
    const endsAt = row.endsAt.getTime()
    const before = leases.get(key)
    const rest = before?.endsAt === endsAt ? before.left : 0
    if (leases.size >= MOST_REMEMBERED) leases.clear()
    leases.set(key, { left: rest + got, spent: got < asked, endsAt })
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
