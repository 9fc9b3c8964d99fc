import { signInAnonymously, signInWithEmailAndPassword } from 'firebase/auth'
import { type FirebaseStorage, connectStorageEmulator, getStorage } from 'firebase/storage'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#contract/endpoint.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type TestApp, anApp } from './app.ts'
import { aClient } from './firebase-client.ts'
import { PASSWORD, type TestPerson, aPerson, aSession } from './people.ts'
import { atEnd } from './at-end.ts'

export type StorageApp = TestApp & { folder: string }

/** An app that knows its own URL, as upload URLs require, with its own folder for blobs. */
export async function aStorageApp(database: Database, env: Record<string, string> = {}, now?: () => Date) {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-storage-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const port = String(await findFreePort())
  const app = await anApp(database, { PORT: port, SITE_URL: `http://127.0.0.1:${port}`, DATA_DIR: folder, ...env }, now)
  return { ...app, folder }
}

/** The official storage client, unmodified: signed out, signed in, or with an anonymous account. */
export async function aStorageClient(app: TestApp, who: TestPerson | 'anonymous' | null): Promise<FirebaseStorage> {
  const auth = aClient(app)
  if (who === 'anonymous') await signInAnonymously(auth)
  else if (who) await signInWithEmailAndPassword(auth, who.email, PASSWORD)
  const storage = getStorage(auth.app, 'gs://bramble')
  const { hostname, port } = new URL(app.url)
  connectStorageEmulator(storage, hostname, Number(port))
  storage.maxOperationRetryTime = 5000
  storage.maxUploadRetryTime = 10_000
  return storage
}

export type Sender = TestPerson & {
  authorization: string
  /** A name below this person's own folder. */
  own(name: string): string
}

/** A person with an authorization header. */
export async function aSender(database: Database, app: TestApp, role: Role = 'reader'): Promise<Sender> {
  const person = await aPerson(database.db, role)
  const { bearer } = await aSession(database.db, person, app.ctx)
  return {
    ...person,
    authorization: bearer.replace('Bearer', 'Firebase'),
    own: (name) => `users/${person.uid}/${name}`,
  }
}

export const at = (name: string, query = '') => `/v0/b/bramble/o/${encodeURIComponent(name)}${query}`
export const anUpload = (name: string) => `/v0/b/bramble/o?name=${encodeURIComponent(name)}`

/** The bytes counted for an account, or for `__site`. */
export async function usedBy(db: Db, uid: string): Promise<number> {
  const row = await db.selectFrom('storageUse').select('bytes').where('uid', '=', uid).executeTakeFirst()
  return row?.bytes ?? 0
}
