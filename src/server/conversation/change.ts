import type { Updateable } from 'kysely'
import type { ResponseState } from '#contract/conversation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateResponseCount } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import type { Tables } from '#server/platform/tables.ts'
import { countReply, readInThread } from './counts.ts'
import { touchResponse } from './live.ts'
import { seenResponse } from './one.ts'

/** A response that the viewer sees and that nobody else changes until the transaction ends. */
export type Held = Awaited<ReturnType<typeof lockSeen>>

/** Locks are taken in one order everywhere, so that nobody waits in a circle: the thread, the reply, the story at last. */
export async function lockSeen({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, id: string) {
  const { parentId } = await orNotFound(
    db.selectFrom('response').select('parentId').where('id', '=', id).executeTakeFirst(),
  )
  if (parentId) await lock(db, parentId)
  await lock(db, id)
  return seenResponse({ db, viewer }, id)
}

/** Rows that point here, such as likes and replies, can still be written by others. */
function lock(db: Db, id: string) {
  return db.selectFrom('response').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

type Changes = Omit<Updateable<Tables['response']>, 'state' | 'changedAt'> & { state?: ResponseState }

/** Changes a response that is locked, and with its state all that is counted. */
export async function changeResponse(tx: Ctx, { row, thread, story }: Held, changes: Changes) {
  await tx.db
    .updateTable('response')
    .set({ ...changes, changedAt: tx.now() })
    .where('id', '=', row.id)
    .execute()
  const state = changes.state ?? row.state
  touchResponse(tx, row, state === 'shown' && row.state !== 'shown' ? 'new' : 'changed')
  if (state === row.state) return
  if (row.parentId === null) {
    return updateResponseCount(tx, story.id, readInThread({ ...row, state }) - readInThread(row))
  }
  const by = Number(state === 'shown') - Number(row.state === 'shown')
  const after = { ...thread, replyCount: thread.replyCount + by }
  await countReply(tx, thread.id, by)
  await updateResponseCount(tx, story.id, readInThread(after) - readInThread(thread))
}
