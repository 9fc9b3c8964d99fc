import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'

/** Today and yesterday. */
const MAX_DAYS = 2

export type VisitorHashes = ReturnType<typeof createVisitorHashes>

/**
 * Names a visitor for one day. The salt of a day is deleted two days later, so that a hash can neither be turned back into
 * an address nor be compared with that of another day.
 */
export function createVisitorHashes(db: Db) {
  const salts = new LRUCache<string, Promise<Buffer>>({ max: MAX_DAYS })

  function getSalt(day: string) {
    const known = salts.get(day)
    if (known) return known
    const salt = readSalt(day)
    salts.set(day, salt)
    salt.catch(() => salts.delete(day))
    return salt
  }

  async function readSalt(day: string): Promise<Buffer> {
    const found = await db.selectFrom('analyticsSalt').select('salt').where('day', '=', day).executeTakeFirst()
    if (found) return found.salt
    // Another process may insert first. Both use the stored salt.
    await db
      .insertInto('analyticsSalt')
      .values({ day, salt: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return readSalt(day)
  }

  /** A 64-bit number, as text. */
  return async function hashVisitor(day: string, { address, device }: { address: string; device: string }) {
    const digest = createHmac('sha256', await getSalt(day))
      .update(`${address} ${device}`)
      .digest()
    return digest.readBigInt64BE(0).toString()
  }
}
