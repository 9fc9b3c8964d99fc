import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openEmbedded } from '#server/platform/postgres/embedded.ts'
import { createKeys } from '#server/platform/tokens/keys.ts'
import { aDataFolder } from './data-folder.ts'
import { testVault } from './vault.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests make databases of their own, and the migrated one they copy. */
    postgres: { adminUrl: string; template: string }
  }
}

/** One PostgreSQL for the run: the embedded one, or the one that TEST_DATABASE_URL names. */
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

/** On a server that stays, nothing may be left behind. */
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

/** Making one takes a second, and nearly every test would have to. */
async function makeSigningKey(url: string) {
  const database = openDatabase(url, { log: createLog({ level: 'warn', file: null }), connections: 1 })
  await createKeys({ db: database.db, now: () => new Date(), vault: testVault }).rotate()
  await database.close()
}

async function embedded() {
  const dataDir = await aDataFolder()
  // Tests throw the data away, so nothing waits for the disk. The crash test starts a server of its own that does.
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
