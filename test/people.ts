import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/identity.ts'
import { newSecret } from '#server/identity/sessions.ts'
import { createPerson } from '#server/people/create.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { testLog } from './database.ts'

export const testSite = { origin: 'http://localhost', base: '/', mode: 'history' as const, iconHosts: [] }

/** The ctx of nobody in particular, with `touch` allowed as it is inside a transaction. */
export function aCtx(db: Db, extra: Partial<Ctx> = {}): Ctx {
  return { ...systemCtx({ db, log: testLog, site: testSite }), touch: () => {}, ...extra }
}

let made = 0

/** A person nobody else uses. */
export async function aPerson(
  db: Db,
  role: Role = 'reader',
  given: { name?: string; handle?: string } = {},
): Promise<Viewer> {
  made += 1
  const handle = given.handle ?? `person-${made}-${Math.random().toString(36).slice(2, 8)}`
  const name = given.name ?? `Person ${made}`
  const { id } = await createPerson(aCtx(db), { name, handle, role })
  return { id, handle, name, role, avatar: null }
}

/** The cookie of a browser in which this person is signed in. */
export async function signedIn(db: Db, person: { id: string }): Promise<string> {
  const { token, hash } = newSecret()
  await db
    .insertInto('session')
    .values({ tokenHash: hash, personId: person.id, expiresAt: new Date(Date.now() + 3_600_000) })
    .execute()
  return `${sessionCookie.name}=${token}`
}
