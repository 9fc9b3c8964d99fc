import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { databaseUrl } from './postgres-setup.ts'

export const testLog = createLog({ level: process.env['TEST_LOG'] ?? 'silent', file: null })

/** A fresh copy of the migrated database for one test file; closed when the file is done. */
export async function aDatabase(): Promise<Database> {
  const { adminUrl, template } = inject('postgres')
  const name = `${template}_${Math.random().toString(36).slice(2, 10)}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  const database = openDatabase(databaseUrl(adminUrl, name), { log: testLog })
  afterAll(() => database.close())
  return database
}
