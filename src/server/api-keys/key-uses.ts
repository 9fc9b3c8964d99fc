import { sql } from 'kysely'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'

const WRITE_MS = 5 * SECOND_MS
/** How exact the time of the last use is. */
const PRECISION_MS = MINUTE_MS

export type KeyUses = ReturnType<typeof createKeyUses>

/** Collects uses of API keys in memory and writes them in the background, at most one per key and minute. */
export function createKeyUses({ db, now, log }: { db: Db; now: () => Date; log: Log }) {
  const pending = new Map<string, Date>()
  let working: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void write(), WRITE_MS)
  timer.unref()

  /** `lastUsedAt` is what the database has. */
  function add(id: string, lastUsedAt: Date | null) {
    const at = now()
    if (pending.has(id) || (lastUsedAt && at.getTime() - lastUsedAt.getTime() < PRECISION_MS)) return
    pending.set(id, at)
  }

  /** Resolves when every use until now is written. */
  function write(): Promise<void> {
    working = working.then(writePending).catch((error: unknown) => log.warn({ err: error }, 'key uses not written'))
    return working
  }

  async function writePending() {
    const uses = [...pending]
    if (uses.length === 0) return
    pending.clear()
    const [ids, times] = [uses.map(([id]) => id), uses.map(([, at]) => at)]
    // Another process may have written a later use.
    await sql`
      update api_key set last_used_at = used.at
      from unnest(${ids}::text[], ${times}::timestamptz[]) as used (id, at)
      where api_key.id = used.id and (last_used_at is null or last_used_at < used.at)`.execute(db)
  }

  return {
    add,
    write,
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}
