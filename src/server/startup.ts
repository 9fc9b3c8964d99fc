import { loadDemo } from './demo/load.ts'
import type { Config } from './config.ts'
import { applySessionLimit } from './identity/sessions.ts'
import { createSetupLink, setUpFromConfig } from './identity/setup.ts'
import { openBlobs } from './platform/blobs/open.ts'
import type { Ctx } from './platform/ctx.ts'
import { openDatabase } from './platform/db.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { openEmbedded } from './platform/postgres/embedded.ts'
import { systemCtx } from './platform/system-ctx.ts'
import { prepareVault } from './platform/secrets/keys.ts'
import { logMissingExtensions } from './search/extensions.ts'

export type Prepared = { url: string; setupLink: string | null; close(): Promise<void> }

/**
 * Runs before the first request: starts the database, applies migrations and loads the demo. When the signal is aborted,
 * it closes the database and rejects; unfinished transactions are rolled back.
 */
export async function prepare(
  config: Config,
  log: Log,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<Prepared> {
  const server = await openServer(config, log, say)
  try {
    signal?.throwIfAborted()
    const setupLink = prepareDatabase(server.url, config, log, say)
    return { ...server, setupLink: await (signal ? Promise.race([setupLink, rejectOnAbort(signal)]) : setupLink) }
  } catch (error) {
    await server.close()
    throw error
  }
}

function rejectOnAbort(signal: AbortSignal) {
  return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

async function prepareDatabase(url: string, config: Config, log: Log, say: (line: string) => void) {
  const database = openDatabase(url, { log, connections: 2, prepare: config.database.prepare })
  try {
    const applied = await migrate(database.pool, config.folders.migrations)
    if (applied.length > 0) say(`Migrations applied: ${applied.length}`)
    const { vault, created } = await prepareVault(database.db, config.encryption)
    if (created) reportNewKey(config, say)
    const { site, identity, storage } = config
    const ctx = systemCtx({ db: database.db, log, site, identity, vault, storage, blobs: openBlobs(storage.blobs) })
    await logMissingExtensions(ctx)
    await applySessionLimit(ctx)
    if (config.demo) await loadDemoContent(ctx, config.folders.demo, say)
    if (config.admin && (await setUpFromConfig(ctx, config.admin))) say(`Admin account created: ${config.admin.email}`)
    // Creates the signing key now, so that the first sign-in does not wait for it.
    await ctx.tokens.ready()
    return identity.service ? null : await createSetupLink(database.db, config.site, new Date())
  } finally {
    await database.close()
  }
}

async function openServer({ database }: Config, log: Log, say: (line: string) => void) {
  if (database.kind === 'external') return { url: database.url, close: async () => {} }
  say('Starting PostgreSQL')
  return openEmbedded({ dataDir: database.dataDir, log })
}

function reportNewKey({ encryption, database }: Config, say: (line: string) => void) {
  if (encryption.kind !== 'file') return
  say(`Encryption key created: ${encryption.path}. Back it up with the database.`)
  if (database.kind === 'external')
    say('Set ENCRYPTION_KEY instead if you run several servers or the data folder is not persistent.')
}

async function loadDemoContent(ctx: Ctx, demoFolder: string, say: (line: string) => void) {
  const loaded = await loadDemo(ctx, demoFolder)
  if (loaded !== null) say(`Demo content loaded: ${loaded} stories`)
}
