import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { atEnd } from '../at-end.ts'
import { testLog } from '../database.ts'

const opened = new Map<string, Database>()

/** The database of the site, or another one: connected on the first use and closed at the end of the file. */
export function siteDatabase(url = inject('site').databaseUrl): Database {
  const database = opened.get(url) ?? openDatabase(url, { log: testLog, connections: 2 })
  if (!opened.has(url)) {
    opened.set(url, database)
    atEnd(async () => {
      opened.delete(url)
      await database.close()
    })
  }
  return database
}
