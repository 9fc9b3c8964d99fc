import type { StoryResponse } from '#contract/conversation/conversation.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import { type Mentioned, splitIntoSegments } from '#contract/conversation/text-segments.ts'
import { permissionsFor, editableUntil } from './policy.ts'
import { type ResponseRow, currentNames, mentionsIn } from './queries.ts'
import type { ConversationStory } from './story.ts'

type PresentContext = { base: string; viewer: Viewer | null; now: Date; story: ConversationStory }

function presentResponse(
  { base, viewer, now, story }: PresentContext,
  row: ResponseRow,
  mentioned: ReadonlyMap<string, Mentioned>,
): StoryResponse {
  const deleted = row.state === 'deleted'
  const can = permissionsFor(viewer, row, story, now)
  return {
    id: row.id,
    parent: row.parentId,
    author: deleted
      ? null
      : {
          id: row.authorId,
          handle: row.authorHandle,
          name: row.authorName,
          about: row.authorAbout,
          avatar: pictureWithBase(base, row.authorAvatar),
        },
    byStoryAuthor: !deleted && story.writerIds.includes(row.authorId),
    state: row.state,
    heldFor: row.state === 'held' ? row.heldFor : null,
    text: row.text,
    pieces: splitIntoSegments(row.text, mentioned),
    likes: row.likeCount,
    liked: row.liked,
    replies: row.replyCount,
    pinned: row.pinnedAt !== null,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    editableUntil: can.edit ? editableUntil(row).toISOString() : null,
    can,
  }
}

/** Presents responses with their mentions and adds the cache tags. */
export async function presentResponses(
  ctx: Ctx,
  story: ConversationStory,
  rows: ResponseRow[],
): Promise<StoryResponse[]> {
  const { addCacheTags, site, viewer } = ctx
  addCacheTags(`responses:${story.id}`, ...rows.map(({ authorId }) => `person:${authorId}` as const))
  if (rows.length === 0) return []
  const mentioned = await findMentioned(
    ctx,
    rows.map(({ id }) => id),
  )
  const context = { base: site.base, viewer, now: ctx.now(), story }
  return rows.map((row) => presentResponse(context, row, mentioned.get(row.id) ?? new Map()))
}

/** Per response: handle, current or former, to person. */
async function findMentioned({ db, addCacheTags }: Ctx, responseIds: string[]) {
  const mentioned = new Map<string, Map<string, Mentioned>>()
  const mentions = await mentionsIn(db, responseIds)
  if (mentions.length === 0) return mentioned
  const ids = [...new Set(mentions.map(({ personId }) => personId))]
  const people = new Map((await currentNames(db, ids)).map((person) => [person.id, person]))
  for (const { responseId, personId } of mentions) {
    const person = people.get(personId)
    if (!person) continue
    const { handle, name, oldHandles } = person
    const byHandle = mentioned.get(responseId) ?? new Map<string, Mentioned>()
    for (const alias of [handle, ...oldHandles]) byHandle.set(alias, { handle, name })
    mentioned.set(responseId, byHandle)
    addCacheTags(`person:${personId}`)
  }
  return mentioned
}
