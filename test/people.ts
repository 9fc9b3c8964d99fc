import { hash } from '@node-rs/argon2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readConfig } from '#server/config.ts'
import { createAccount } from '#server/identity/account-lifecycle.ts'
import { issueIdToken } from '#server/identity/id-tokens.ts'
import { findAccountByUid } from '#server/identity/find-accounts.ts'
import { startSession } from '#server/identity/sessions.ts'
import { createPerson } from '#server/people/create.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { IdentityConfig } from '#server/platform/identity-config.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { testLog } from './database.ts'
import { testVault } from './vault.ts'

export const testSite = { origin: 'http://localhost', base: '/', mode: 'history' as const, iconHosts: [] }
const testConfig = readConfig({ SITE_URL: testSite.origin, DATA_DIR: join(tmpdir(), 'bramble-test-objects') })
export const testIdentity: IdentityConfig = testConfig.identity
/** Blobs for tests that do not use them; tests that do have their own folder. */
export const testStorage = { storage: testConfig.storage, blobs: openBlobs(testConfig.storage.blobs) }
export const PASSWORD = 'correct horse battery'

/** A ctx without a viewer, with `invalidate` allowed as inside a transaction. */
export function aCtx(db: Db, extra: Partial<Ctx> = {}): Ctx {
  return {
    ...systemCtx({ db, log: testLog, site: testSite, identity: testIdentity, vault: testVault, ...testStorage }),
    invalidate: () => {},
    ...extra,
  }
}

let made = 0
let passwordHash: Promise<string> | null = null

export type TestPerson = Viewer & { email: string }

/** A new person with an account whose address is confirmed and whose password is `PASSWORD`. */
export async function aPerson(
  db: Db,
  role: Role = 'reader',
  given: { name?: string; handle?: string } = {},
): Promise<TestPerson> {
  made += 1
  const handle = given.handle ?? `person-${made}-${Math.random().toString(36).slice(2, 8)}`
  const name = given.name ?? `Person ${made}`
  const email = `${handle}@example.com`
  const ctx = aCtx(db)
  // The cheapest parameters: tests sign in hundreds of times.
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1 })
  const account = { email, emailVerified: true, passwordHash: await passwordHash, displayName: name }
  const { uid } = await createAccount(ctx, account)
  const { id } = await createPerson(ctx, { uid, name, handle, role, welcomed: true })
  return { id, uid, handle, name, role, avatar: null, welcomed: true, email }
}

/** A session of this person, for a browser and for an API client. */
export async function aSession(db: Db, { uid }: { uid: string }, ctx = aCtx(db)) {
  const started = await startSession(ctx, { uid, provider: 'password', secondFactor: null })
  const account = await findAccountByUid(db, uid)
  if (!account) throw new Error(`There is no account ${uid}`)
  const { token } = await issueIdToken(ctx, { account, session: started.session })
  return { ...started, cookie: `${sessionCookie.name}=${started.refreshToken}`, bearer: `Bearer ${token}` }
}

/** The cookie of a browser with a session of this person. */
export async function signedIn(db: Db, person: { uid: string }): Promise<string> {
  return (await aSession(db, person)).cookie
}
