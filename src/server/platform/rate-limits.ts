import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Db } from './db.ts'

/** Requests per window. A process leases `lease` of them from the database at a time, so that most calls need no query. */
const limits = {
  'read': { most: 1200, lease: 60, windowMs: MINUTE_MS },
  'write': { most: 60, lease: 1, windowMs: MINUTE_MS },
  // Autosave runs every few seconds, possibly in several tabs.
  'save': { most: 240, lease: 4, windowMs: MINUTE_MS },
  // In kilobytes: validating and rendering take time. The longest document can be saved every 2.5 seconds.
  'document': { most: 24 * 1024, lease: 256, windowMs: MINUTE_MS },
  // Every open editor reports presence every few seconds.
  'presence': { most: 240, lease: 12, windowMs: MINUTE_MS },
  // Batches of events, per client address: many readers can share one.
  'analytics': { most: 1200, lease: 60, windowMs: MINUTE_MS },
  // Likes, follows and bookmarks.
  'toggle': { most: 240, lease: 4, windowMs: MINUTE_MS },
  'respond': { most: 10, lease: 1, windowMs: MINUTE_MS },
  // Per person and story.
  'respond-here': { most: 60, lease: 1, windowMs: HOUR_MS },
  // Per client address: a visitor with another browser is a new reader for the meter.
  'free-story': { most: 30, lease: 1, windowMs: HOUR_MS },
  // Requests that make the server fetch other sites.
  'look': { most: 60, lease: 1, windowMs: MINUTE_MS },
  // A file is uploaded in many chunks.
  'upload': { most: 600, lease: 10, windowMs: MINUTE_MS },
  'guess': { most: 10, lease: 1, windowMs: MINUTE_MS },
  // Per client address.
  'sign-in': { most: 30, lease: 1, windowMs: MINUTE_MS },
  // Invalid API keys. Apart from sign-ins, which a program with a revoked key must not block for people at its address.
  'api-key': { most: 30, lease: 1, windowMs: MINUTE_MS },
  'sign-up': { most: 20, lease: 1, windowMs: HOUR_MS },
  'mail': { most: 20, lease: 1, windowMs: HOUR_MS },
  'bulk': { most: 20, lease: 1, windowMs: MINUTE_MS },
  // Per known device, or per account and address.
  'attempts': { most: 20, lease: 1, windowMs: 10 * MINUTE_MS },
  'codes': { most: 10, lease: 1, windowMs: 10 * MINUTE_MS },
  'mail-to': { most: 5, lease: 1, windowMs: HOUR_MS },
  // Per account, for all unknown devices together. Codes have few digits, so their limit is low.
  'attempts-unknown': { most: 1000, lease: 1, windowMs: HOUR_MS },
  'codes-unknown': { most: 60, lease: 1, windowMs: HOUR_MS },
  'mail-to-unknown': { most: 8, lease: 1, windowMs: HOUR_MS },
} as const
export type LimitName = keyof typeof limits

const LONGEST_WINDOW_MS = HOUR_MS
const MAX_LEASES = 50_000
const MAX_SUBJECT_LENGTH = 120

/** What this process may still grant in this window. `spent` when the database has no more to lease. */
type Lease = { left: number; spent: boolean; endsAt: number }

export type RateLimits = ReturnType<typeof createRateLimits>

/** For jobs and commands. */
export const noLimits: RateLimits = { take: async () => {}, sweep: async () => {} }

/** Rate limits, counted in the database and therefore exact across processes. */
export function createRateLimits({ db, now, relaxed }: { db: Db; now: () => Date; relaxed: boolean }) {
  const leases = new Map<string, Lease>()
  // One query per key at a time: parallel leases would overwrite each other.
  const coming = new Map<string, Promise<void>>()
  const waiting = new Map<string, number>()

  /** Throws `too-many-requests` with the seconds to wait when `subject` has reached the limit. */
  async function take(name: LimitName, subject: string, amount = 1) {
    if (relaxed) return
    const key = `${name}:${shorten(subject)}`
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

  /** Leases enough for all waiting calls, so that a burst costs two queries instead of one per call. */
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
    if (!row) throw new Error('rate limit not counted')
    const got = Math.max(0, Math.min(asked, most - (row.count - asked)))
    const endsAt = row.endsAt.getTime()
    const before = leases.get(key)
    const rest = before?.endsAt === endsAt ? before.left : 0
    if (leases.size >= MAX_LEASES) leases.clear()
    leases.set(key, { left: rest + got, spent: got < asked, endsAt })
  }

  /** Deletes rows of expired windows. */
  async function sweep(tx: Db) {
    await tx
      .deleteFrom('rateLimit')
      .where('endsAt', '<', new Date(now().getTime() - LONGEST_WINDOW_MS))
      .execute()
  }

  return { take, sweep }
}

/** Replaces long subjects by their hash to keep the keys short. */
function shorten(subject: string) {
  return subject.length > MAX_SUBJECT_LENGTH ? createHash('sha256').update(subject).digest('hex') : subject
}
