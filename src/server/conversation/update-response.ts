import type { Updateable } from 'kysely'
import type { ResponseState } from '#contract/conversation/conversation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateResponseCount } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import type { Tables } from '#server/platform/tables.ts'
import { addToReplyCount, countVisible } from './counts.ts'
import { changeKindOf, invalidateResponse } from './invalidate.ts'
import { responseById } from './queries.ts'
import { findVisibleResponse } from './response.ts'
import { emitResponseChange } from './webhook-events.ts'
import { getAnyStory } from './story.ts'

/** A response visible to the viewer, locked until the transaction ends. */
export type LockedResponse = Omit<Awaited<ReturnType<typeof lockResponse>>, 'visibility'>

/** Lock order everywhere is thread, reply, story, to avoid deadlocks. */
export async function lockResponse({ db, now, viewer }: Pick<Ctx<Viewer>, 'db' | 'now' | 'viewer'>, id: string) {
  const { parentId } = await orNotFound(
    db.selectFrom('response').select('parentId').where('id', '=', id).executeTakeFirst(),
  )
  if (parentId) await lock(db, parentId)
  await lock(db, id)
  return findVisibleResponse({ db, now, viewer }, id)
}

/** For editors: also when they blocked the author or the story is not published. */
export async function lockForModeration(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: string,
): Promise<LockedResponse & { published: boolean }> {
  const { parentId } = await orNotFound(
    db.selectFrom('response').select('parentId').where('id', '=', id).executeTakeFirst(),
  )
  if (parentId) await lock(db, parentId)
  await lock(db, id)
  const row = await orNotFound(responseById(db, null, id))
  const thread = parentId ? await orNotFound(responseById(db, null, parentId)) : row
  return { row, thread, ...(await getAnyStory({ db, now }, row.articleId)) }
}

/** NO KEY UPDATE: other transactions can still insert likes and replies that reference this row. */
function lock(db: Db, id: string) {
  return db.selectFrom('response').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

const notHidden = { hiddenAs: null, hiddenBy: null }

type Changes = Omit<Updateable<Tables['response']>, 'state' | 'changedAt'> & { state?: ResponseState }

/** Updates a locked response. A change of state also updates the reply and response counts. */
export async function updateResponse(tx: Ctx, { row, thread, story }: LockedResponse, changes: Changes) {
  await tx.db
    .updateTable('response')
    // Only what is hidden was hidden by a person.
    .set({ ...(changes.state && notHidden), ...changes, changedAt: tx.now() })
    .where('id', '=', row.id)
    .execute()
  const state = changes.state ?? row.state
  const threadState = row.parentId === null ? null : thread.state
  const isNew = state === 'shown' && row.state !== 'shown'
  invalidateResponse(tx, row, changeKindOf({ state, replyCount: row.replyCount, threadState, isNew }))
  const isTextChanged = changes.text !== undefined && changes.text !== row.text
  await emitResponseChange(tx, { id: row.id, before: row.state, after: state, threadState, isTextChanged })
  if (state === row.state) return
  if (row.parentId === null) {
    return updateResponseCount(tx, story.id, countVisible({ ...row, state }) - countVisible(row))
  }
  const by = Number(state === 'shown') - Number(row.state === 'shown')
  const after = { ...thread, replyCount: thread.replyCount + by }
  await addToReplyCount(tx, thread.id, by)
  await updateResponseCount(tx, story.id, countVisible(after) - countVisible(thread))
}
