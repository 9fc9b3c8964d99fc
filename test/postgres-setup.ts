import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openEmbedded } from '#server/platform/postgres/embedded.ts'
import { createSigningKeys } from '#server/platform/tokens/signing-keys.ts'
import { aDataFolder } from './data-folder.ts'
import { testVault } from './vault.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which tests create databases, and the migrated template that they copy. */
    postgres: { adminUrl: string; template: string }
  }
}

/** One PostgreSQL per run: the embedded one, or TEST_DATABASE_URL. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const template = `bramble_template_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const server = given ? { url: given, stop: () => dropDatabases(given, template) } : await embedded()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const pool = new pg.Pool({ connectionString: databaseUrl(server.url, template), max: 1 })
  await migrate(pool, 'migrations')
  await pool.end()
  await makeSigningKey(databaseUrl(server.url, template))
  project.provide('postgres', { adminUrl: server.url, template })

  await admin.end()
  return server.stop
}

/** Cleans up on a server that outlives the run. */
async function dropDatabases(url: string, prefix: string) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
  await admin.end()
}

/** In the template, because creating a key takes a second and nearly every test needs one. */
async function makeSigningKey(url: string) {
  const database = openDatabase(url, { log: createLog({ level: 'warn', file: null }), connections: 1 })
  await createSigningKeys({ db: database.db, now: () => new Date(), vault: testVault }).rotate()
  await database.close()
}

async function embedded() {
  const dataDir = await aDataFolder()
  // Test data is not durable. The crash tests start their own server with fsync.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const { url, close } = await openEmbedded({ dataDir, settings, log: createLog({ level: 'warn', file: null }) })
  return {
    url,
    async stop() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function databaseUrl(url: string, database: string) {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
