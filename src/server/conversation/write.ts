import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateResponseCount } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Held, lockSeen } from './change.ts'
import { countReply, readInThread } from './counts.ts'
import { holdReason } from './moderation-filter.ts'
import { touchResponse } from './live.ts'
import { keepMentions } from './mentions.ts'
import { oneResponse } from './one.ts'
import { canDo } from './policy.ts'
import { blockStands, responseByKey } from './queries.ts'
import { type TalkedOf, storyToTalkOf } from './story.ts'
import { tellOfResponse, warm } from './notify.ts'
import { readable } from './words.ts'

type Written = { text: string; parent: string | null; key?: string | undefined }

/** Responds to a story, or replies to a response. Sent again under one key it is the same response. */
export async function respond(ctx: Ctx<Viewer>, ref: string, written: Written): Promise<StoryResponse> {
  const story = await storyToTalkOf(ctx, ref)
  const text = readable(written.text)
  const again = await before(ctx, story, written.key)
  if (again) return oneResponse(ctx, again)
  if (!story.takesResponses) throw new Refusal('not-allowed', { message: 'This story takes no responses.' })
  await ctx.limits.take('respond-here', `${ctx.viewer.id}:${story.id}`)
  const id = await inTransaction(ctx, (tx) => write(tx, story, { ...written, text }))
  return oneResponse(ctx, id)
}

async function before({ db, viewer }: Ctx<Viewer>, story: TalkedOf, key: string | undefined) {
  const row = key && (await responseByKey(db, viewer.id, key))
  if (!row) return null
  if (row.articleId === story.id) return row.id
  throw new Refusal('invalid', { issues: [{ path: ['body', 'key'], message: 'Used for another story.' }] })
}

async function write(tx: Ctx<Viewer>, story: TalkedOf, { text, parent, key }: Written): Promise<string> {
  const { db, viewer } = tx
  // Those who wrote the story could not see it, and so not hide it.
  if (await blockStands(db, viewer.id, story.writerIds)) {
    throw new Refusal('not-allowed', { message: 'You cannot respond to this story.' })
  }
  const answered = parent ? await lockAnswered(tx, story, parent) : null
  const thread = answered?.thread ?? null
  const heldFor = await holdReason(tx, story, text)
  const state = heldFor ? ('held' as const) : ('shown' as const)
  const at = tx.now()
  const row = { id: newId(), articleId: story.id, authorId: viewer.id, parentId: thread?.id ?? null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('response')
    .values({ ...row, text, state, heldFor, saveKey: key ?? null, createdAt: at, changedAt: at })
    .onConflict((conflict) => conflict.columns(['authorId', 'saveKey']).where('saveKey', 'is not', null).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return (await before(tx, story, key)) ?? row.id

  await keepMentions(tx, row.id, text, answered?.row.parentId ? answered.row.authorId : null)
  if (state === 'held') return row.id
  touchResponse(tx, row, 'new')
  await tellOfResponse(tx, story, row, thread?.authorId ?? null)
  await warm(tx, story, 'response', viewer.id)
  if (thread) await countReply(tx, thread.id, 1)
  const more = thread ? readInThread({ ...thread, replyCount: thread.replyCount + 1 }) - readInThread(thread) : 1
  await updateResponseCount(tx, story.id, more)
  return row.id
}

/** What is replied to. A reply to a reply joins the thread: there is no third level. */
async function lockAnswered(tx: Ctx<Viewer>, story: TalkedOf, parent: string): Promise<Held> {
  const answered = await lockSeen(tx, parent)
  if (answered.row.articleId !== story.id) throw new Refusal('not-found')
  if (!canDo(tx.viewer, answered.row, story, tx.now()).reply) {
    throw new Refusal('wrong-state', { state: answered.row.state, message: 'This response cannot be replied to now.' })
  }
  return answered
}
