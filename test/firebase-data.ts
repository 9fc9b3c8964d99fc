import { mountFirebaseData } from '#server/firebase/routes.ts'
import type { VerifyToken } from '#server/firebase/caller.ts'
import type { Database } from '#server/platform/db.ts'
import { createHttp } from '#server/platform/http.ts'
import { createRateLimits } from '#server/platform/rate-limits.ts'
import { sendError } from '#server/platform/error-response.ts'
import { testLog } from './database.ts'
import { aPerson } from './people.ts'
import { atEnd } from './at-end.ts'

export const testProject = 'bramble-test'

/** In tests a token is a prefix and the uid; anything else is invalid. */
export const tokenOf = (uid: string) => `token-of.${uid}`
const verifyTestToken: VerifyToken = async (token) =>
  token.startsWith('token-of.') ? { uid: token.slice('token-of.'.length) } : null

type Given = { base?: string; verify?: VerifyToken; relaxed?: boolean; treeBytes?: number }

/** Serves only the Firebase-compatible reads, on its own port, until the test file ends. */
export async function aFirebaseDataServer({ db }: Pick<Database, 'db'>, given: Given = {}) {
  const { base = '/', verify = verifyTestToken, relaxed = true, ...more } = given
  const now = () => new Date()
  const http = await createHttp({
    trustProxy: false,
    log: testLog,
    headers: {},
    onError: sendError,
    shortcut: () => false,
  })
  const limits = createRateLimits({ db, now, relaxed })
  await mountFirebaseData(http, { db, now, base, projectId: testProject, limits, verify, ...more })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => http.close())
  return { url, get: (path: string, init?: RequestInit) => fetch(url + path, init) }
}
export type FirebaseDataServer = Awaited<ReturnType<typeof aFirebaseDataServer>>

/** A person with a uid, like everyone who can sign in. */
export async function aMember({ db }: Pick<Database, 'db'>, uid = `uid-${Math.random().toString(36).slice(2)}`) {
  const person = await aPerson(db, 'author')
  await db.updateTable('person').set({ uid }).where('id', '=', person.id).execute()
  return { ...person, uid, token: tokenOf(uid) }
}
