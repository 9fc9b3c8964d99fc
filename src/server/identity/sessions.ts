import { createHash, randomBytes } from 'node:crypto'
import type { Viewer } from '#contract/identity.ts'
import { SECOND_MS } from '#contract/constants.ts'
import { pictureAt } from '#server/platform/base.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A secret to hand out and the hash to keep: whoever reads the table learns nothing that opens a door. */
export function newSecret() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string) {
  return createHash('sha256').update(token).digest()
}

/** Signs the browser in as this person. */
export async function startSession({ db, now, session }: Ctx, personId: string) {
  const { token, hash } = newSecret()
  const expiresAt = new Date(now().getTime() + sessionCookie.seconds * SECOND_MS)
  await db.insertInto('session').values({ tokenHash: hash, personId, createdAt: now(), expiresAt }).execute()
  session.replace(token)
}

/** Signs the browser out. The session is gone for good, wherever else its cookie was copied to. */
export async function signOut({ db, session }: Ctx): Promise<{ signedIn: false }> {
  if (session.token) await db.deleteFrom('session').where('tokenHash', '=', hashOf(session.token)).execute()
  session.replace(null)
  return { signedIn: false }
}

/** The person a session belongs to; nobody when it ended or the person is disabled. */
export async function viewerOf(
  { db, now, site }: Pick<Ctx, 'db' | 'now' | 'site'>,
  token: string,
): Promise<Viewer | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .select(['person.id', 'person.handle', 'person.name', 'person.role', 'person.avatar'])
    .where('session.tokenHash', '=', hashOf(token))
    .where('session.expiresAt', '>', now())
    .where('person.disabledAt', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, avatar: pictureAt(site.base, row.avatar) } : null
}
