import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pino from 'pino'
import { z } from 'zod'
import type { CreateSite } from '#site/site-handler.ts'
import { type App, createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { StartError, codeOf } from './platform/errors.ts'
import type { WebWorker } from './platform/figure-exchange.ts'
import type { LogTail } from './platform/log-tail.ts'
import { logSlowQueries } from './platform/slow-queries.ts'

const DRAIN_MS = 5_000
// Leaves time to stop an embedded PostgreSQL within ten seconds.
const SHUTDOWN_TIMEOUT_MS = 7_000
const BuildFile = z.object({ id: z.string(), timestamp: z.number() })

type Options = {
  config: Config
  url: string
  log: pino.Logger
  tail: LogTail
  createSite: CreateSite
  distFolder: string
  worker: WebWorker | null
}

type Serving = { address: string; stop(): Promise<void> }

/** Serves the built site until it is stopped. */
export async function serve({ config, url, log, tail, createSite, distFolder, worker }: Options): Promise<Serving> {
  const filesFolder = join(distFolder, 'client')
  const manifest: unknown = JSON.parse(await readFile(join(filesFolder, '.vite', 'manifest.json'), 'utf8'))
  const build = BuildFile.parse(JSON.parse(await readFile(join(distFolder, 'build.json'), 'utf8')))
  const database = openDatabase(url, { log, prepare: config.database.prepare })
  if (config.slowQueryMs !== null) database.queryObservers.add(logSlowQueries(log, config.slowQueryMs))
  const fileOf = (thread: string) => join(distFolder, 'server', `${thread}-thread.js`)
  const threads = { analytics: fileOf('analytics'), cards: fileOf('card'), documents: fileOf('document') }
  const shared = { config, database, log, tail, createSite, worker }
  const app = await createApp({ ...shared, build, manifest, filesFolder, threads })
  const stop = () => stopApp(app, database)
  try {
    const address = await app.http.listen({ port: config.listen.port, host: config.listen.host })
    return { address, stop }
  } catch (error) {
    await stop()
    throw codeOf(error) === 'EADDRINUSE' ? new StartError(portMessage(config.listen.port)) : error
  }
}

function portMessage(port: number) {
  return `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`
}

/** Open requests and jobs have some seconds to finish. Then connections are closed and statements cancelled. */
async function stopApp({ http, close }: App, database: Database) {
  let cancelled = Promise.resolve()
  const late = setTimeout(() => {
    http.server.closeAllConnections()
    cancelled = database.cancelStatements()
  }, DRAIN_MS)
  // What still runs after the timeout ends with the process, and its transaction is rolled back.
  await Promise.race([close().then(database.close), sleep(SHUTDOWN_TIMEOUT_MS)])
  clearTimeout(late)
  await cancelled
}
