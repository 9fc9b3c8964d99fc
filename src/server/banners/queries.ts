import { type Selectable, sql } from 'kysely'
import type { AnnouncementState } from '#contract/banners.ts'
import type { Received } from '#contract/endpoints.ts'
import { Id } from '#contract/shapes.ts'
import { integer, time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { defineSortedList, wordsQuery } from '#server/platform/sorted-list.ts'
import type { Tables } from '#server/platform/tables.ts'

export type AnnouncementRow = Selectable<Tables['announcement']>
type AnnouncementQuery = Received<'GET /api/admin/announcements'>['query']

/** Enough for any site; more would only make every page slower. */
const MAX_ENABLED = 200

/** Enabled announcements that have not ended, most important first. Those that have not started are among them. */
export function enabledAnnouncements(db: Db, now: Date): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('announcement')
    .selectAll()
    .where('enabled', '=', sql.lit(true))
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .orderBy('priority', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_ENABLED)
    .execute()
}

/** The dismissed revision of each of these announcements. */
export async function dismissalsOf(db: Db, personId: string, announcementIds: string[]) {
  const rows = await db
    .selectFrom('announcementDismissal')
    .select(['announcementId', 'revision'])
    .where('personId', '=', personId)
    .where('announcementId', 'in', announcementIds)
    .execute()
  return new Map(rows.map(({ announcementId, revision }) => [announcementId, revision]))
}

/** The first start or end of an announcement after a moment. */
export async function nextStartOrEnd(db: Db, after: Date): Promise<Date | null> {
  const first = (column: 'startsAt' | 'endsAt') =>
    db
      .selectFrom('announcement')
      .select(({ fn }) => fn.min(column).as('at'))
      .where('enabled', '=', sql.lit(true))
      .where('deletedAt', 'is', null)
      .where(column, '>', after)
  const rows = await first('startsAt').unionAll(first('endsAt')).execute()
  const times = rows.flatMap(({ at }) => at ?? [])
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}

const page = defineSortedList<'created' | 'priority'>(
  {
    created: { by: sql.ref('announcement.createdAt'), key: time },
    priority: { by: sql.ref('announcement.priority'), key: integer },
  },
  { by: sql.ref('announcement.id'), key: Id },
  '-created',
)

export function announcementPage(db: Db, asked: AnnouncementQuery, now: Date) {
  let query = db.selectFrom('announcement').selectAll().where('deletedAt', 'is', null)
  if (asked.audience) query = query.where('audience', '=', asked.audience)
  if (asked.state) query = query.where(isInState(asked.state, now))
  const words = wordsQuery(asked.q)
  if (words) query = query.where(sql<boolean>`search_names(announcement.text) @@ ${words}`)
  return page(query, asked)
}

/** The same rule as `stateOf`. */
function isInState(state: AnnouncementState, now: Date) {
  const ended = sql`coalesce(ends_at <= ${now}, false)`
  const scheduled = sql`coalesce(starts_at > ${now}, false)`
  switch (state) {
    case 'draft':
      return sql<boolean>`not enabled`
    case 'ended':
      return sql<boolean>`enabled and ${ended}`
    case 'scheduled':
      return sql<boolean>`enabled and not ${ended} and ${scheduled}`
    case 'live':
      return sql<boolean>`enabled and not ${ended} and not ${scheduled}`
  }
}

export type SignInPictureRow = Awaited<ReturnType<typeof signInPictures>>[number]

/** In their order, with the picture as the library has it now. */
export async function signInPictures(db: Db, { onlyEnabled = false, id }: { onlyEnabled?: boolean; id?: string } = {}) {
  let query = db
    .selectFrom('signInPicture')
    .leftJoin('media', 'media.id', 'signInPicture.mediaId')
    .selectAll('signInPicture')
    .select(({ ref }) => [
      'media.blob',
      'media.address',
      'media.width',
      'media.height',
      'media.animated',
      'media.placeholder',
      ref('media.state').as('mediaState'),
    ])
    .orderBy('signInPicture.position')
    .orderBy('signInPicture.id')
  if (onlyEnabled) query = query.where('signInPicture.enabled', '=', true)
  if (id !== undefined) query = query.where('signInPicture.id', '=', id)
  const rows = await query.execute()
  return rows.map(({ blob, address, width, height, animated, placeholder, mediaState, ...row }) => ({
    ...row,
    media:
      row.mediaId !== null && blob !== null
        ? {
            id: row.mediaId,
            blob,
            address,
            alt: '',
            width,
            height,
            animated: animated ?? false,
            placeholder,
            state: mediaState,
          }
        : null,
  }))
}
