import type { Db } from '#server/platform/db.ts'

export function settingRows(db: Db) {
  return db.selectFrom('setting').select(['key', 'value']).execute()
}

/** For the menu of every page. */
export function categoryCards(db: Db) {
  return db.selectFrom('category').select(['slug', 'name']).orderBy('position').orderBy('id').execute()
}
