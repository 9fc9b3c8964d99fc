import type { Person } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { resolvePerson, presentPeople } from './profiles.ts'
import { followers, following } from './queries.ts'

type PageRequest = { before?: string | undefined; limit: number }

/** Most recent first. */
export function listFollowers(ctx: Ctx, ref: string, page: PageRequest) {
  return listFollows(ctx, ref, page, followers)
}

/** Most recent first. */
export function listFollowing(ctx: Ctx, ref: string, page: PageRequest) {
  return listFollows(ctx, ref, page, following)
}

async function listFollows(
  ctx: Ctx,
  ref: string,
  { before, limit }: PageRequest,
  find: typeof followers,
): Promise<PageOf<Person>> {
  const cursor = timeCursor.read(before)
  const { id: personId } = await resolvePerson(ctx, ref)
  const rows = await find(ctx.db, {
    personId,
    viewerId: ctx.viewer?.id,
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.paginate(rows, limit, ({ since, id }) => [since, id])
  ctx.addCacheTags(`follows:${personId}`)
  return { items: presentPeople(ctx, shown), next }
}
