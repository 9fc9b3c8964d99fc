import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './postgres-setup.ts'

/** The address of a fresh, migrated database without a connection of ours. */
export async function newDatabaseUrl(): Promise<string> {
  const { adminUrl, template } = inject('postgres')
  const name = `${template}_${Math.random().toString(36).slice(2, 10)}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return databaseUrl(adminUrl, name)
}
