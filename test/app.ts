import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSite } from '#site/create-site.tsx'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { testLog } from './database.ts'
import { TEST_KEY, testVault } from './vault.ts'
import { atEnd } from './at-end.ts'

const manifest = {
  'src/site/browser.tsx': { file: 'assets/browser.js', css: ['assets/browser.css'] },
  'src/site/browser/first-script.ts': { file: 'assets/first-script.js' },
  'src/site/analytics/start-analytics.ts': { file: 'assets/start-analytics.js' },
  'src/site/analytics/start-measurement.ts': { file: 'assets/start-measurement.js' },
}

export type TestApp = {
  url: string
  server: Server
  get(path: string, init?: RequestInit): Promise<Response>
  /** Before the end of the test file. */
  close(): Promise<void>
  /** For creating data that the app accepts, such as ID tokens. */
  ctx: Ctx
}

/** The whole server on a free port, or on PORT, closed at the end of the test file. `env` is the configuration. */
export async function anApp(database: Database, env: Record<string, string> = {}, now?: () => Date): Promise<TestApp> {
  const config: Config = readConfig({
    NODE_ENV: 'test',
    RELAX_LIMITS: '1',
    ENCRYPTION_KEY: TEST_KEY,
    DATA_DIR: join(tmpdir(), 'bramble-test-objects'),
    ...env,
  })
  const app = await createApp({
    config,
    database,
    log: testLog,
    createSite,
    build: { id: 'test-build', timestamp: 1 },
    manifest,
    filesFolder: null,
    ...(now && { now }),
  })
  const port = env['PORT'] ? config.listen.port : 0
  const url = await app.http.listen({ port, host: '127.0.0.1' })
  let closed: Promise<void> | null = null
  const close = () => (closed ??= closeApp())
  const closeApp = async () => {
    // A connection without any request does not count as idle and would block the shutdown.
    const cut = setTimeout(() => app.http.server.closeAllConnections(), 1000)
    await app.close()
    clearTimeout(cut)
  }
  atEnd(close)
  const { site, identity, storage } = config
  const blobs = openBlobs(storage.blobs)
  const ctx = systemCtx({
    db: database.db,
    log: testLog,
    site,
    identity,
    vault: testVault,
    storage,
    blobs,
    ...(now && { now }),
  })
  const get: TestApp['get'] = (path, init) => fetch(url + path, { redirect: 'manual', ...init })
  return { url, server: app.http.server, ctx, get, close }
}
