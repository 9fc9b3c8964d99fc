import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

/** The stored settings with their pictures, and the categories for the menu of every page. */
export const siteRows = compiledQuery((db) => {
  const settings = db.selectFrom('setting').select(['key', 'value'])
  const categories = db.selectFrom('category').select(['slug', 'name']).orderBy('position').orderBy('id')
  return db.selectNoFrom([
    jsonArrayFrom(settings).as('settings'),
    jsonArrayFrom(settingPictures(db)).as('pictures'),
    jsonArrayFrom(categories).as('categories'),
  ])
})

export function settingPictures(db: Db) {
  return db
    .selectFrom('media')
    .select([
      'media.id',
      'media.blob',
      'media.address',
      'media.alt',
      'media.width',
      'media.height',
      'media.animated',
      'media.placeholder',
    ])
    .where('media.id', 'in', (eb) => eb.selectFrom('mediaUse').select('mediaId').where('kind', '=', 'setting'))
}

/** Locks the rows, so that changes of one setting happen one after the other. */
export function lockSettings(db: Db, keys: readonly string[]) {
  return db.selectFrom('setting').select(['key', 'value', 'version']).where('key', 'in', keys).forUpdate().execute()
}
