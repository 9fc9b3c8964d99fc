import { type ExpressionBuilder, sql } from 'kysely'
import { hasRole } from '#contract/endpoint.ts'
import type { Value } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type ConversationStory, canModerate } from './story.ts'

/** Decides which responses of a story a viewer can see. */
export type Visibility = { viewerId: string | null; canModerate: boolean; isEditor: boolean; hiddenAuthors: string[] }

/** A block hides both sides from each other. Moderators still see people who blocked them, so a block cannot evade moderation. */
export async function getVisibility(
  { db, viewer }: Pick<Ctx, 'db' | 'viewer'>,
  story: ConversationStory,
): Promise<Visibility> {
  if (!viewer) return { viewerId: null, canModerate: false, isEditor: false, hiddenAuthors: [] }
  const moderator = canModerate(viewer, story)
  const blocked = db.selectFrom('block').select('blockedId as id').where('blockerId', '=', viewer.id)
  const blocking = db.selectFrom('block').select('blockerId as id').where('blockedId', '=', viewer.id)
  const rows = await (moderator ? blocked : blocked.union(blocking)).execute()
  return {
    viewerId: viewer.id,
    canModerate: moderator,
    isEditor: hasRole(viewer, 'editor'),
    hiddenAuthors: rows.map(({ id }) => id),
  }
}

/** The same as columns of a query for `article`, for one that finds a story together with its responses. */
export function visibilityColumns(viewerId: Value<string>, isEditor: boolean) {
  const moderates = isEditor
    ? sql<boolean>`true`
    : sql<boolean>`(article.author_id = ${viewerId} or exists (select from article_co_author
        where article_id = article.id and person_id = ${viewerId}))`
  const hiddenAuthors = sql<string[]>`array(select blocked_id from block where blocker_id = ${viewerId}
    union select blocker_id from block where blocked_id = ${viewerId} and not ${moderates})`
  return [moderates.as('moderates'), hiddenAuthors.as('hiddenAuthors')] as const
}

/** Refers to the columns of a query that is named `story`. */
export function visibilityIn(viewerId: Value<string> | undefined, isEditor: boolean): SqlVisibility {
  if (!viewerId) return { viewerId: null, canModerate: false, isEditor: false, hiddenAuthors: [] }
  return { viewerId, canModerate: sql`story.moderates`, isEditor, hiddenAuthors: sql`story.hidden_authors` }
}

type SqlVisibility = {
  viewerId: Value<string> | null
  canModerate: Value<boolean>
  isEditor: boolean
  hiddenAuthors: Value<string[]>
}

/** The SQL condition for one response. A reply is visible only if its thread is too. */
export function isVisible({ viewerId, canModerate: all, isEditor, hiddenAuthors }: SqlVisibility) {
  return (eb: ExpressionBuilder<Tables, 'response'>) => {
    const held = eb('response.state', 'in', ['held', 'hidden'])
    // A story author must not see what is shadow-held, or the person who is would hear of it.
    const moderated = isEditor ? held : eb.and([held, eb('response.heldFor', 'is distinct from', 'shadow')])
    const own = viewerId === null ? [] : [eb.and([held, eb('response.authorId', '=', viewerId)])]
    const seesHeld = [...(typeof all === 'boolean' ? (all ? [moderated] : []) : [eb.and([moderated, all])]), ...own]
    const conditions = [
      eb('response.state', '=', 'shown'),
      // A tombstone is shown only while it has replies.
      eb.and([eb('response.state', '=', 'deleted'), eb('response.replyCount', '>', 0)]),
      ...seesHeld,
    ]
    const visible = eb.or(conditions)
    return Array.isArray(hiddenAuthors) && hiddenAuthors.length === 0
      ? visible
      : eb.and([visible, eb('response.authorId', '<>', sql<string>`all(${hiddenAuthors}::text[])`)])
  }
}
