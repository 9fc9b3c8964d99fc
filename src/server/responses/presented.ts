import type { StoryResponse } from '#contract/conversation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Mentioned } from './pieces.ts'
import { presentResponse } from './present.ts'
import { type ResponseRow, mentionsIn } from './queries.ts'
import type { TalkedOf } from './story.ts'

/** These responses as the viewer sees them, with whom they mention; names what they show. */
export async function presented(ctx: Ctx, story: TalkedOf, rows: ResponseRow[]): Promise<StoryResponse[]> {
  const { db, shows, site, viewer } = ctx
  shows(`responses:${story.id}`)
  if (rows.length === 0) return []
  const mentioned = new Map<string, Map<string, Mentioned>>()
  for (const { responseId, personId, handle, name, oldHandle } of await mentionsIn(
    db,
    rows.map(({ id }) => id),
  )) {
    const known = mentioned.get(responseId) ?? new Map<string, Mentioned>()
    mentioned.set(responseId, known.set(handle, { handle, name }))
    if (oldHandle) known.set(oldHandle, { handle, name })
    shows(`person:${personId}`)
  }
  shows(...rows.map(({ authorId }) => `person:${authorId}`))
  const seen = { base: site.base, viewer, now: ctx.now(), story }
  return rows.map((row) => presentResponse(seen, row, mentioned.get(row.id) ?? new Map()))
}
