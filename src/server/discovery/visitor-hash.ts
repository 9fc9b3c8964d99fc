import { createHmac, randomBytes } from 'node:crypto'
import type { Ctx } from '#server/platform/ctx.ts'

const BYTES = 16

/**
 * Identifies a reader for one day, so that repeated reads count once. The salt is deleted later, so the address cannot be
 * recovered. Signed-in people have the same hash on all devices.
 */
export async function hashReader(ctx: Ctx, day: string, action = 'read'): Promise<Buffer> {
  const { viewer, session } = ctx
  const reader = viewer ? `person ${viewer.id}` : `visitor ${session.address} ${session.device}`
  return createHmac('sha256', await getSalt(ctx, day))
    .update(action === 'read' ? reader : `${action} ${reader}`)
    .digest()
    .subarray(0, BYTES)
}

async function getSalt({ db }: Pick<Ctx, 'db'>, day: string): Promise<Buffer> {
  const found = await db.selectFrom('visitorSalt').select('salt').where('day', '=', day).executeTakeFirst()
  if (found) return found.salt
  // Another process may insert first. Both use the stored salt.
  await db
    .insertInto('visitorSalt')
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return getSalt({ db }, day)
}

const bots = /bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget|python|scrapy|facebookexternalhit/i

/** Excludes bots, and visitors who opted out of tracking. */
export function shouldCount({ viewer, session }: Ctx) {
  return viewer !== null || (!session.doNotTrack && session.device !== '' && !bots.test(session.device))
}
