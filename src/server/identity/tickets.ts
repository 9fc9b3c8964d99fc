import type { z } from 'zod'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { hashOf, newSecret } from './secrets.ts'

const TICKET_LIFE_MS = 10 * MINUTE_MS

type Kind = 'second-factor' | 'enrolment' | 'passkey-sign-in' | 'passkey-new' | 'provider'

/** Remembers where something that takes two steps stands. Whoever holds the secret may go on with it. */
export async function issueTicket(
  { db, now, vault }: Pick<Ctx, 'db' | 'now' | 'vault'>,
  { kind, uid, data }: { kind: Kind; uid: string | null; data: Record<string, unknown> },
) {
  const { token, hash } = newSecret()
  const expiresAt = new Date(now().getTime() + TICKET_LIFE_MS)
  await db
    .insertInto('ticket')
    .values({ tokenHash: hash, kind, uid, data: vault.seal(placeIn(hash), JSON.stringify(data)), expiresAt })
    .execute()
  return { token, expiresAt }
}

/** What a ticket is for, or null when it was used, has expired or is for something else. */
export async function readTicket<Shape extends z.ZodType>(
  { db, now, vault }: Pick<Ctx, 'db' | 'now' | 'vault'>,
  kind: Kind,
  token: string,
  shape: Shape,
): Promise<{ uid: string | null; data: z.output<Shape> } | null> {
  const tokenHash = hashOf(token)
  const row = await db
    .selectFrom('ticket')
    .select(['uid', 'data'])
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return row ? { uid: row.uid, data: shape.parse(JSON.parse(vault.open(placeIn(tokenHash), row.data))) } : null
}

/** A ticket may hold the secret of an authenticator app that is being added. */
function placeIn(tokenHash: Buffer) {
  return placeOf('ticket.data', tokenHash.toString('hex'))
}

/** True for the one caller whose use counts. */
export async function spendTicket({ db }: Pick<Ctx, 'db'>, token: string) {
  const gone = await db.deleteFrom('ticket').where('tokenHash', '=', hashOf(token)).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
