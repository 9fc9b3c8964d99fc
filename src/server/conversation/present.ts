import type { StoryResponse } from '#contract/conversation/conversation.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import { type Mentioned, splitIntoSegments } from '#contract/conversation/text-segments.ts'
import { asSeenBy, permissionsFor, editableUntil } from './policy.ts'
import type { ResponseRow } from './queries.ts'
import type { ConversationStory } from './story.ts'

type PresentContext = { base: string; viewer: Viewer | null; now: Date; story: ConversationStory }

function presentResponse(
  { base, viewer, now, story }: PresentContext,
  stored: ResponseRow,
  mentioned: ReadonlyMap<string, Mentioned>,
): StoryResponse {
  const row = asSeenBy(viewer, stored)
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
    hiddenAs: row.state === 'hidden' ? row.hiddenAs : null,
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
export function presentResponses(ctx: Ctx, story: ConversationStory, rows: ResponseRow[]): StoryResponse[] {
  const { addCacheTags, site, viewer } = ctx
  addCacheTags(`responses:${story.id}`, ...rows.map(({ authorId }) => `person:${authorId}` as const))
  const context = { base: site.base, viewer, now: ctx.now(), story }
  return rows.map((row) => {
    const mentioned = new Map<string, Mentioned>()
    for (const { id, handle, name, oldHandles } of row.mentioned ?? []) {
      for (const alias of [handle, ...oldHandles]) mentioned.set(alias, { handle, name })
      addCacheTags(`person:${id}`)
    }
    return presentResponse(context, row, mentioned)
  })
}
