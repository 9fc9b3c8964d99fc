import type { StoryResponse } from '#contract/conversation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Mentioned } from './text-segments.ts'
import { presentResponse } from './present.ts'
import { type ResponseRow, calledNow, mentionsIn } from './queries.ts'
import type { TalkedOf } from './story.ts'

/** These responses as the viewer sees them, with whom they mention; names what they show. */
export async function presented(ctx: Ctx, story: TalkedOf, rows: ResponseRow[]): Promise<StoryResponse[]> {
  const { addCacheTags, site, viewer } = ctx
  addCacheTags(`responses:${story.id}`, ...rows.map(({ authorId }) => `person:${authorId}` as const))
  if (rows.length === 0) return []
  const mentioned = await mentionedIn(
    ctx,
    rows.map(({ id }) => id),
  )
  const seen = { base: site.base, viewer, now: ctx.now(), story }
  return rows.map((row) => presentResponse(seen, row, mentioned.get(row.id) ?? new Map()))
}

/** For each response, whom each handle in it means. */
async function mentionedIn({ db, addCacheTags }: Ctx, responseIds: string[]) {
  const mentioned = new Map<string, Map<string, Mentioned>>()
  const mentions = await mentionsIn(db, responseIds)
  if (mentions.length === 0) return mentioned
  const ids = [...new Set(mentions.map(({ personId }) => personId))]
  const people = new Map((await calledNow(db, ids)).map((person) => [person.id, person]))
  for (const { responseId, personId } of mentions) {
    const person = people.get(personId)
    if (!person) continue
    const { handle, name, oldHandles } = person
    const known = mentioned.get(responseId) ?? new Map<string, Mentioned>()
    for (const one of [handle, ...oldHandles]) known.set(one, { handle, name })
    mentioned.set(responseId, known)
    addCacheTags(`person:${personId}`)
  }
  return mentioned
}
