import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

/** The stored settings, and the categories for the menu of every page. */
export const siteRows = compiledQuery((db) => {
  const settings = db.selectFrom('setting').select(['key', 'value'])
  const categories = db.selectFrom('category').select(['slug', 'name']).orderBy('position').orderBy('id')
  return db.selectNoFrom([jsonArrayFrom(settings).as('settings'), jsonArrayFrom(categories).as('categories')])
})

/** Locks the rows, so that changes of one setting happen one after the other. */
export function lockSettings(db: Db, keys: readonly string[]) {
  return db.selectFrom('setting').select(['key', 'value', 'version']).where('key', 'in', keys).forUpdate().execute()
}
