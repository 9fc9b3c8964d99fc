import type { Viewer } from '#contract/viewer.ts'
import { loadDemo } from '#server/demo/load.ts'
import type { Database } from '#server/platform/db.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { type TestApp, anApp } from './app.ts'
import { aDatabase, testLog } from './database.ts'
import { aPerson, signedIn, testIdentity, testSite, testStorage } from './people.ts'
import { testVault } from './vault.ts'

export type DemoApp = { database: Database; app: TestApp; admin: { person: Viewer; cookie: string } }

/** The whole server with the demo content and an admin, who is signed in. */
export async function aDemoApp(env: Record<string, string> = {}): Promise<DemoApp> {
  const database = await aDatabase()
  const { db } = database
  const settings = { log: testLog, site: testSite, identity: testIdentity, vault: testVault, ...testStorage }
  await loadDemo(systemCtx({ db, ...settings }), 'demo')
  const app = await anApp(database, env)
  const person = await aPerson(db, 'admin', { name: 'The Admin' })
  return { database, app, admin: { person, cookie: await signedIn(db, person) } }
}
