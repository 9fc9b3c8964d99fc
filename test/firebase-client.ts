import { initializeApp } from 'firebase/app'
import { type Auth, connectAuthEmulator, inMemoryPersistence, initializeAuth } from 'firebase/auth'
import type { Db } from '#server/platform/db.ts'
import { newestMail } from './mail.ts'

let people = 0

/** The official Firebase client, unmodified and signed out. */
export function aClient({ url }: { url: string }): Auth {
  // The library keeps its apps by name, and files share the library.
  const app = initializeApp({ apiKey: 'any', projectId: 'bramble' }, `client-${Math.random().toString(36)}`)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, url, { disableWarnings: true })
  return auth
}

/** A unique email address. */
export function anEmail() {
  people += 1
  return `someone-${people}-${Math.random().toString(36).slice(2, 8)}@example.com`
}

/** The expected shape of a client error. */
export function refusedWith(code: string) {
  return { name: 'FirebaseError', code: `auth/${code}` }
}

/** The newest mail to an address. */
export async function mailTo(db: Db, email: string) {
  const { kind, link, code } = await newestMail(db, email)
  return { kind, link: link ?? '', code: code ?? '' }
}
