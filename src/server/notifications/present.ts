import { sql } from 'kysely'
import type { Notification, NotificationKind } from '#contract/notifications/notifications.ts'
import type { PersonCard } from '#contract/people.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

const EXCERPT_LENGTH = 200

/** Notifications with their story and response, as far as each recipient can see them now. */
export function notificationRows(db: Db) {
  const inByline = sql<boolean>`article.author_id = notification.person_id or exists (select from article_co_author as co
    where co.article_id = article.id and co.person_id = notification.person_id)`
  const blocked = sql<boolean>`exists (select from block
    where (blocker_id = response.author_id and blocked_id = notification.person_id)
       or (blocker_id = notification.person_id and blocked_id = response.author_id))`
  // Authors still see what was hidden from others.
  const isReadable = sql<boolean>`(response.state = 'shown' or (notification.kind = 'moderation'
    and response.author_id = notification.person_id and response.state <> 'deleted'))`
  const isReviewer = sql<boolean>`notification.kind in ('submission', 'assignment', 'note') and exists (select from person
    where person.id = notification.person_id and person.role in ('editor', 'admin'))`
  return db
    .selectFrom('notification')
    .leftJoin('article', 'article.id', 'notification.articleId')
    .leftJoin('draft', 'draft.articleId', 'article.id')
    .leftJoin('response', (join) =>
      join
        .onRef('response.id', '=', 'notification.responseId')
        .on(isReadable)
        .on(sql<boolean>`not ${blocked}`),
    )
    .select([
      'notification.id',
      'notification.personId',
      'notification.seq',
      'notification.kind',
      'notification.actorIds',
      'notification.actorCount',
      'notification.detail',
      'notification.updatedAt',
      'notification.readAt',
      'article.id as articleId',
      'article.state',
      'article.slug',
      'article.title',
      'article.language',
      'draft.title as draftTitle',
      'response.id as responseId',
    ])
    .select([
      inByline.as('inByline'),
      isReviewer.as('isReviewer'),
      sql<string | null>`left(response.text, ${EXCERPT_LENGTH})`.as('text'),
    ])
    .where('notification.shown', '=', sql.lit(true))
}

type NotificationRow = Awaited<ReturnType<ReturnType<typeof notificationRows>['execute']>>[number]

export async function presentNotifications(
  ctx: Pick<Ctx, 'db' | 'site'>,
  rows: NotificationRow[],
): Promise<{ personId: string; notification: Notification }[]> {
  const ids = [...new Set(rows.flatMap(({ actorIds }) => actorIds))]
  const cards = new Map((await shownCardsOf(ctx, ids)).map((card) => [card.id, card]))
  return rows.map((row) => {
    const actors = row.actorIds.flatMap((id) => cards.get(id) ?? [])
    const story = storyOf(row)
    const notification: Notification = {
      id: row.id,
      seq: row.seq,
      kind: row.kind,
      actors,
      actorCount: row.actorCount,
      story: story && { slug: story.slug, title: story.title, language: story.language },
      response: story && row.responseId ? { id: row.responseId, text: row.text ?? '' } : null,
      path: pathOf(row, actors),
      detail: row.detail,
      at: row.updatedAt.toISOString(),
      read: row.readAt !== null,
    }
    return { personId: row.personId, notification }
  })
}

/** Readers see the published title; authors, and editors of a submission, see the draft title of an unpublished story. */
function storyOf({ state, slug, title, language, draftTitle, inByline, isReviewer }: NotificationRow) {
  if (slug === null || (state !== 'published' && !inByline && !isReviewer)) return null
  return { slug, title: (state === 'published' ? title : draftTitle) ?? '', language: language ?? 'en' }
}

const linksToResponse: ReadonlySet<NotificationKind> = new Set([
  'response',
  'reply',
  'mention',
  'response-like',
  'approval',
  'moderation',
])

function pathOf(row: NotificationRow, actors: PersonCard[]): string {
  const { kind, personId, articleId, responseId } = row
  const [actor] = actors
  if (kind === 'follow') {
    return row.actorCount === 1 && actor ? `/user/${actor.handle}` : `/user/followers/${personId}`
  }
  if (kind === 'membership') return '/membership'
  if (kind === 'reward') return '/berrybasket'
  const story = storyOf(row)
  if (!story) return '/user/notifications'
  if (kind === 'submission') return row.detail.stories ? '/admin/articles' : `/admin/articles/preview/${articleId}`
  if (kind === 'assignment' || (kind === 'note' && !row.inByline)) return `/admin/articles/preview/${articleId}`
  if (kind === 'note' || row.state !== 'published') return `/articles/edit?id=${articleId}`
  const path = `/story/${encodeURIComponent(story.slug)}`
  return linksToResponse.has(kind) && responseId ? `${path}?at=${responseId}#response-${responseId}` : path
}

/** Includes notifications that are not listed on the site. In the order of the ids. */
export async function listForDelivery(ctx: Ctx, ids: string[]): Promise<Notification[]> {
  if (ids.length === 0) return []
  const rows = await notificationRows(ctx.db).clearWhere().where('notification.id', 'in', ids).execute()
  const found = new Map(
    (await presentNotifications(ctx, rows)).map(({ notification }) => [notification.id, notification]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}
