import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateResponseCount } from '#server/articles/update-counts.ts'
import { requireNotBanned } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type LockedResponse, lockResponse } from './update-response.ts'
import { addToReplyCount, countVisible } from './counts.ts'
import { findHoldReason } from './hold-reason.ts'
import { invalidateResponse } from './invalidate.ts'
import { saveMentions } from './mentions.ts'
import { getResponse } from './response.ts'
import { asSeenBy, permissionsFor } from './policy.ts'
import { hasBlockBetween, responseByKey } from './queries.ts'
import { type ConversationStory, findConversationStory } from './story.ts'
import { notifyOfResponse, recordReaderEngagement } from './notify.ts'
import { normalizeText } from './normalize-text.ts'
import { emitResponse } from './webhook-events.ts'

type NewResponse = { text: string; parent: string | null; key?: string | undefined }

/** Creates a response or a reply. Idempotent by key. */
export async function respond(ctx: Ctx<Viewer>, ref: string, input: NewResponse): Promise<StoryResponse> {
  const story = await findConversationStory(ctx, ref)
  const text = normalizeText(input.text)
  const existing = await findByKey(ctx, story, input.key)
  if (existing) return getResponse(ctx, existing)
  if (!story.takesResponses) throw new Refusal('not-allowed', { message: 'Responses are closed for this story.' })
  await ctx.limits.take('respond-here', `${ctx.viewer.id}:${story.id}`)
  const id = await inTransaction(ctx, (tx) => insertResponse(tx, story, { ...input, text }))
  return getResponse(ctx, id)
}

async function findByKey({ db, viewer }: Ctx<Viewer>, story: ConversationStory, key: string | undefined) {
  const row = key && (await responseByKey(db, viewer.id, key))
  if (!row) return null
  if (row.articleId === story.id) return row.id
  throw new Refusal('invalid', {
    issues: [{ path: ['body', 'key'], message: 'This key was already used for another story.' }],
  })
}

async function insertResponse(
  tx: Ctx<Viewer>,
  story: ConversationStory,
  { text, parent, key }: NewResponse,
): Promise<string> {
  const { db, viewer } = tx
  await requireNotBanned(tx)
  // A blocked author could not see the response, and so could not moderate it.
  if (await hasBlockBetween(db, viewer.id, story.writerIds)) {
    throw new Refusal('not-allowed', { message: 'You can’t respond to this story.' })
  }
  const repliedTo = parent ? await lockRepliedTo(tx, story, parent) : null
  const thread = repliedTo?.thread ?? null
  const heldFor = await findHoldReason(tx, story, text)
  const state = heldFor ? ('held' as const) : ('shown' as const)
  const at = tx.now()
  const row = { id: newId(), articleId: story.id, authorId: viewer.id, parentId: thread?.id ?? null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('response')
    .values({ ...row, text, state, heldFor, saveKey: key ?? null, createdAt: at, changedAt: at })
    .onConflict((conflict) => conflict.columns(['authorId', 'saveKey']).where('saveKey', 'is not', null).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return (await findByKey(tx, story, key)) ?? row.id

  await saveMentions(tx, row.id, text, repliedTo?.row.parentId ? repliedTo.row.authorId : null)
  if (state === 'held') return row.id
  invalidateResponse(tx, row, 'new')
  await notifyOfResponse(tx, story, row, thread?.authorId ?? null)
  await emitResponse(tx, 'response.created', row.id)
  await recordReaderEngagement(tx, story, 'response', viewer.id)
  if (thread) await addToReplyCount(tx, thread.id, 1)
  const added = thread ? countVisible({ ...thread, replyCount: thread.replyCount + 1 }) - countVisible(thread) : 1
  await updateResponseCount(tx, story.id, added)
  return row.id
}

/** A reply to a reply joins the thread: there is no third level. */
async function lockRepliedTo(tx: Ctx<Viewer>, story: ConversationStory, parent: string): Promise<LockedResponse> {
  const repliedTo = await lockResponse(tx, parent)
  if (repliedTo.row.articleId !== story.id) throw new Refusal('not-found')
  if (!permissionsFor(tx.viewer, asSeenBy(tx.viewer, repliedTo.row), story, tx.now()).reply) {
    throw new Refusal('wrong-state', {
      state: repliedTo.row.state,
      message: 'You can’t reply to this response right now.',
    })
  }
  return repliedTo
}
