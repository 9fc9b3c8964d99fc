import type { Selectable } from 'kysely'
import type { SitePageName } from '#contract/site-pages/names.ts'
import { actorColumns } from '#server/articles/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'

export type StoredDraft = Selectable<Tables['sitePageDraft']>

export function draftOf(db: Db, page: SitePageName) {
  return db
    .selectFrom('sitePageDraft')
    .leftJoin('person as actor', 'actor.id', 'sitePageDraft.savedBy')
    .selectAll('sitePageDraft')
    .select(actorColumns)
    .where('page', '=', page)
    .executeTakeFirst()
}

/** Versions with the people who saved them. */
export function versionsOf(db: Db, page: SitePageName) {
  return db
    .selectFrom('sitePageVersion')
    .leftJoin('person as actor', 'actor.id', 'sitePageVersion.savedBy')
    .select(['sitePageVersion.id', 'sitePageVersion.kind', 'sitePageVersion.version', 'sitePageVersion.title'])
    .select(['sitePageVersion.wordCount', 'sitePageVersion.note', 'sitePageVersion.savedAt', ...actorColumns])
    .where('sitePageVersion.page', '=', page)
}
export type VersionRow = Awaited<ReturnType<ReturnType<typeof versionsOf>['execute']>>[number]

/** What readers see, unless it is the default text. */
export function lastPublished(db: Db, page: SitePageName) {
  return versionsOf(db, page)
    .select(['sitePageVersion.subtitle', 'sitePageVersion.body'])
    .where('sitePageVersion.kind', '=', 'published')
    .orderBy('sitePageVersion.savedAt', 'desc')
    .orderBy('sitePageVersion.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Newest first, from this cursor on. */
export function versionPage(
  db: Db,
  page: SitePageName,
  { cursor, limit }: { cursor: readonly [Date, string] | null; limit: number },
) {
  let query = versionsOf(db, page)
  if (cursor)
    query = query.where((eb) =>
      eb(eb.refTuple('sitePageVersion.savedAt', 'sitePageVersion.id'), '<', eb.tuple(...cursor)),
    )
  return query.orderBy('sitePageVersion.savedAt', 'desc').orderBy('sitePageVersion.id', 'desc').limit(limit).execute()
}
