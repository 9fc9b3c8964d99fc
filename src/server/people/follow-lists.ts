import type { Person } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { followsOf } from './follows.ts'
import { personMeant, presentPeople } from './profiles.ts'
import { followers, following } from './queries.ts'

type Wanted = { before?: string | undefined; limit: number }

/** Who follows somebody, the latest first. */
export function listFollowers(ctx: Ctx, ref: string, wanted: Wanted) {
  return listFollows(ctx, ref, wanted, followers)
}

/** Whom somebody follows, the latest first. */
export function listFollowing(ctx: Ctx, ref: string, wanted: Wanted) {
  return listFollows(ctx, ref, wanted, following)
}

async function listFollows(
  ctx: Ctx,
  ref: string,
  { before, limit }: Wanted,
  find: typeof followers,
): Promise<PageOf<Person>> {
  const cursor = timeCursor.read(before)
  const { id: personId } = await personMeant(ctx, ref)
  const rows = await find(ctx.db, {
    personId,
    before: cursor && { at: cursor[0], id: cursor[1] },
    limit: limit + 1,
  })
  const { shown, next } = timeCursor.cut(rows, limit, ({ since, id }) => [since, id])
  ctx.addCacheTags(followsOf(personId))
  return { items: await presentPeople(ctx, shown), next }
}
