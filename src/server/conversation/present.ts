import type { StoryResponse } from '#contract/conversation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import { type Mentioned, piecesOf } from './text-segments.ts'
import { canDo, editableUntil } from './policy.ts'
import type { ResponseRow } from './queries.ts'
import type { TalkedOf } from './story.ts'

export type Seen = { base: string; viewer: Viewer | null; now: Date; story: TalkedOf }

export function presentResponse(
  { base, viewer, now, story }: Seen,
  row: ResponseRow,
  mentioned: ReadonlyMap<string, Mentioned>,
): StoryResponse {
  const deleted = row.state === 'deleted'
  const can = canDo(viewer, row, story, now)
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
    text: row.text,
    pieces: piecesOf(row.text, mentioned),
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
