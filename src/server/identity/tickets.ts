import type { z } from 'zod'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { hashSecret, createSecret } from './secrets.ts'

const TICKET_LIFETIME_MS = 10 * MINUTE_MS

type Kind = 'second-factor' | 'enrolment' | 'passkey-sign-in' | 'passkey-new' | 'provider'

/** Stores the state of a two-step operation. The bearer of the token may continue it. */
export async function issueTicket(
  { db, now, vault }: Pick<Ctx, 'db' | 'now' | 'vault'>,
  { kind, uid, data }: { kind: Kind; uid: string | null; data: Record<string, unknown> },
) {
  const { token, hash } = createSecret()
  const expiresAt = new Date(now().getTime() + TICKET_LIFETIME_MS)
  await db
    .insertInto('ticket')
    .values({ tokenHash: hash, kind, uid, data: vault.seal(placeIn(hash), JSON.stringify(data)), expiresAt })
    .execute()
  return { token, expiresAt }
}

/** Null if the ticket was used, has expired or is of another kind. */
export async function readTicket<Shape extends z.ZodType>(
  { db, now, vault }: Pick<Ctx, 'db' | 'now' | 'vault'>,
  kind: Kind,
  token: string,
  shape: Shape,
): Promise<{ uid: string | null; data: z.output<Shape> } | null> {
  const tokenHash = hashSecret(token)
  const row = await db
    .selectFrom('ticket')
    .select(['uid', 'data'])
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return row ? { uid: row.uid, data: shape.parse(JSON.parse(vault.open(placeIn(tokenHash), row.data))) } : null
}

/** Encrypted, because a ticket may contain the secret of an authenticator app. */
function placeIn(tokenHash: Buffer) {
  return placeOf('ticket.data', tokenHash.toString('hex'))
}

/** True for exactly one caller. */
export async function consumeTicket({ db }: Pick<Ctx, 'db'>, token: string) {
  const gone = await db.deleteFrom('ticket').where('tokenHash', '=', hashSecret(token)).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
