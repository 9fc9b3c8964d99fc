import { sql } from 'kysely'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { SignedIn } from '#contract/identity/identity.ts'
import { createPerson } from '#server/people/create.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { ConfigError } from '#server/platform/errors.ts'
import type { Db } from '#server/platform/db.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createAccount } from './accounts.ts'
import { readEmail } from './emails.ts'
import { admit, enter } from './enter.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { hashOf, newSecret } from './secrets.ts'

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

type FirstAdmin = { name: string; handle: string; email: string; password: string }

/** Whoever holds the link becomes the first admin. Of two who try at once, one does. */
export async function setUp(ctx: Ctx, { token, ...admin }: FirstAdmin & { token: string }): Promise<SignedIn> {
  const email = readEmail(admin.email)
  await requireGoodPassword(ctx, admin.password, { email, handle: admin.handle })
  const passwordHash = await hashPassword(admin.password)
  const entry = await inTransaction(ctx, async (tx) => {
    await oneAtATime(tx)
    if (await hasAdmin(tx.db)) throw new Refusal('already-set-up')
    const link = await tx.db
      .selectFrom('setupLink')
      .select('tokenHash')
      .where('tokenHash', '=', hashOf(token))
      .where('expiresAt', '>', tx.now())
      .executeTakeFirst()
    if (!link) throw new Refusal('link-expired')
    const account = await createAdmin(tx, { ...admin, email, passwordHash })
    await tx.db.deleteFrom('setupLink').execute()
    return enter(tx, account, { provider: 'password', isNew: true })
  })
  return admit(ctx, entry)
}

/** The admin that the operator named in the environment, unless there is one. */
export async function setUpFromConfig(ctx: Ctx, admin: { email: string; password: string }) {
  if (await hasAdmin(ctx.db)) return false
  const email = readEmail(admin.email)
  try {
    await requireGoodPassword(ctx, admin.password, { email, handle: null })
  } catch (error) {
    if (error instanceof Refusal) throw new ConfigError([`ADMIN_PASSWORD: ${String(error.details['missing'])}`])
    throw error
  }
  const passwordHash = await hashPassword(admin.password)
  return inTransaction(ctx, async (tx) => {
    await oneAtATime(tx)
    // Another process may have been quicker.
    if (await hasAdmin(tx.db)) return false
    await createAdmin(tx, { name: 'Admin', handle: 'site-admin', email, passwordHash })
    await tx.db.deleteFrom('setupLink').execute()
    return true
  })
}

/** Whoever runs the site has its mail, so the address counts as confirmed. */
async function createAdmin(tx: Ctx, admin: Omit<FirstAdmin, 'password'> & { passwordHash: string }) {
  const { name, handle, email, passwordHash } = admin
  const account = await createAccount(tx, { email, emailVerified: true, passwordHash, displayName: name })
  await createPerson(tx, { uid: account.uid, name, handle, role: 'admin', welcomed: true })
  tx.invalidate('setup')
  return account
}

async function oneAtATime({ db }: Ctx) {
  await sql`select pg_advisory_xact_lock(${ONE_SETUP})`.execute(db)
}

export async function hasAdmin(db: Db) {
  return (
    (await db.selectFrom('person').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
  )
}
