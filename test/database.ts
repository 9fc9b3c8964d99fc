import { type Database, openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { newDatabaseUrl } from './new-database.ts'
import { atEnd } from './at-end.ts'

export const testLog = createLog({ level: process.env['TEST_LOG'] ?? 'silent', file: null })

/** A fresh copy of the migrated database, closed at the end of the test file. */
export async function aDatabase(): Promise<Database> {
  const database = openDatabase(await newDatabaseUrl(), { log: testLog })
  atEnd(() => database.close())
  return database
}

/** Without the signing key that the template contains. */
export async function aDatabaseWithoutKey(): Promise<Database> {
  const database = await aDatabase()
  await database.db.deleteFrom('signingKey').execute()
  return database
}
