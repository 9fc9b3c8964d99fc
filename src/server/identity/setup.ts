import { sql } from 'kysely'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/identity.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { createPerson } from '#server/people/create.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { hashOf, newSecret, startSession } from './sessions.ts'

const LINK_LIFE_MS = 24 * HOUR_MS
const ONE_SETUP = 0x7365_7475

/** A new one-time link for the owner, or null when the site has its admin. */
export async function issueSetupLink(db: Db, site: SiteConfig, now: Date): Promise<string | null> {
  if (await hasAdmin(db)) return null
  const { token, hash } = newSecret()
  await db.deleteFrom('setupLink').where('expiresAt', '<=', now).execute()
  await db
    .insertInto('setupLink')
    .values({ tokenHash: hash, expiresAt: new Date(now.getTime() + LINK_LIFE_MS) })
    .execute()
  // Behind the hash, so that the secret is not sent with the page's address and reaches no log.
  const path = site.mode === 'hash' ? `#/admin/auth?setup=${token}` : `admin/auth#setup=${token}`
  return site.origin + site.base + path
}

/** Whoever holds the link becomes the first admin. Of two who try at once, one does. */
export function setUp(
  ctx: Ctx,
  { token, name, handle }: { token: string; name: string; handle: string },
): Promise<Viewer> {
  return inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ONE_SETUP})`.execute(tx.db)
    if (await hasAdmin(tx.db)) throw new Refusal('already-set-up')
    const link = await tx.db
      .selectFrom('setupLink')
      .select('tokenHash')
      .where('tokenHash', '=', hashOf(token))
      .where('expiresAt', '>', tx.now())
      .executeTakeFirst()
    if (!link) throw new Refusal('link-expired')

    const admin = await createPerson(tx, { name, handle, role: 'admin' })
    await tx.db.deleteFrom('setupLink').execute()
    await startSession(tx, admin.id)
    return { id: admin.id, name, handle, role: 'admin', avatar: null }
  })
}

async function hasAdmin(db: Db) {
  return (
    (await db.selectFrom('person').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
  )
}
