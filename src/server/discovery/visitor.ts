import { createHmac, randomBytes } from 'node:crypto'
import type { Ctx } from '#server/platform/ctx.ts'

const BYTES = 16

/**
 * Stands for a reader for a day, so that reading twice counts once. Made from a salt that is thrown away with its day, so
 * that nobody can find the address again; a person who is signed in is the same one on all their devices.
 */
export async function readerOf(ctx: Ctx, day: string, doing = 'read'): Promise<Buffer> {
  const { viewer, session } = ctx
  const who = viewer ? `person ${viewer.id}` : `visitor ${session.address} ${session.device}`
  return createHmac('sha256', await saltOf(ctx, day))
    .update(doing === 'read' ? who : `${doing} ${who}`)
    .digest()
    .subarray(0, BYTES)
}

async function saltOf({ db }: Pick<Ctx, 'db'>, day: string): Promise<Buffer> {
  const found = await db.selectFrom('visitorSalt').select('salt').where('day', '=', day).executeTakeFirst()
  if (found) return found.salt
  // Two processes may begin the day at once: both take what came first.
  await db
    .insertInto('visitorSalt')
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return saltOf({ db }, day)
}

const bots = /bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget|python|scrapy|facebookexternalhit/i

/** Whether a reading may be counted: not by machines, and not by visitors who asked not to be followed. */
export function isCounted({ viewer, session }: Ctx) {
  return viewer !== null || (!session.unfollowed && session.device !== '' && !bots.test(session.device))
}

export function dayOf(at: Date) {
  return at.toISOString().slice(0, 10)
}
