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
import { createAccount } from './account-lifecycle.ts'
import { parseEmail } from './parse-email.ts'
import { startBrowserSession, completeSignIn } from './complete-sign-in.ts'
import { hashPassword, validatePassword } from './passwords.ts'
import { hashSecret, createSecret } from './secrets.ts'

const LINK_LIFETIME_MS = 24 * HOUR_MS
const SETUP_LOCK = 0x7365_7475

/** Null if the site has an admin. */
export async function createSetupLink(db: Db, site: SiteConfig, now: Date): Promise<string | null> {
  if (await hasAdmin(db)) return null
  const { token, hash } = createSecret()
  await db.deleteFrom('setupLink').where('expiresAt', '<=', now).execute()
  await db
    .insertInto('setupLink')
    .values({ tokenHash: hash, expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS) })
    .execute()
  // In the fragment, so that the secret is not sent to the server and is never logged.
  const path = site.mode === 'hash' ? `#/admin/auth?setup=${token}` : `admin/auth#setup=${token}`
  return site.origin + site.base + path
}

type FirstAdmin = { name: string; handle: string; email: string; password: string }

/** Creates the first admin. Of two concurrent requests, one succeeds. */
export async function setUp(ctx: Ctx, { token, ...admin }: FirstAdmin & { token: string }): Promise<SignedIn> {
  if (ctx.identity.service) throw new Refusal('operation-not-allowed')
  const email = parseEmail(admin.email)
  await validatePassword(ctx, admin.password, { email, handle: admin.handle })
  const passwordHash = await hashPassword(admin.password)
  const result = await inTransaction(ctx, async (tx) => {
    await lockSetup(tx)
    if (await hasAdmin(tx.db)) throw new Refusal('already-set-up')
    const link = await tx.db
      .selectFrom('setupLink')
      .select('tokenHash')
      .where('tokenHash', '=', hashSecret(token))
      .where('expiresAt', '>', tx.now())
      .executeTakeFirst()
    if (!link) throw new Refusal('link-expired')
    const account = await createAdmin(tx, { ...admin, email, passwordHash })
    await tx.db.deleteFrom('setupLink').execute()
    return completeSignIn(tx, account, { provider: 'password', isNew: true })
  })
  return startBrowserSession(ctx, result)
}

/** Creates the admin configured in the environment, unless the site has one. */
export async function setUpFromConfig(ctx: Ctx, admin: { email: string; password: string }) {
  if (await hasAdmin(ctx.db)) return false
  const email = parseEmail(admin.email)
  try {
    await validatePassword(ctx, admin.password, { email, handle: null })
  } catch (error) {
    if (error instanceof Refusal) throw new ConfigError([`ADMIN_PASSWORD: ${String(error.details['missing'])}`])
    throw error
  }
  const passwordHash = await hashPassword(admin.password)
  return inTransaction(ctx, async (tx) => {
    await lockSetup(tx)
    // Another process may have created the admin meanwhile.
    if (await hasAdmin(tx.db)) return false
    await createAdmin(tx, { name: 'Admin', handle: 'site-admin', email, passwordHash })
    await tx.db.deleteFrom('setupLink').execute()
    return true
  })
}

/** The operator is trusted, so the email counts as verified. */
async function createAdmin(tx: Ctx, admin: Omit<FirstAdmin, 'password'> & { passwordHash: string }) {
  const { name, handle, email, passwordHash } = admin
  const account = await createAccount(tx, { email, emailVerified: true, passwordHash, displayName: name })
  await createPerson(tx, { uid: account.uid, name, handle, role: 'admin', welcomed: true })
  tx.invalidate('setup')
  return account
}

async function lockSetup({ db }: Ctx) {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(db)
}

export async function hasAdmin(db: Db) {
  return (
    (await db.selectFrom('person').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
  )
}
