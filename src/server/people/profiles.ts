import type { CreatorSort, Person, Profile } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countCursor, scoreCursor } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { beginningWith } from '#server/platform/like-pattern.ts'
import { categoryBySlug } from '#server/taxonomy/find.ts'
import { FOLLOWS, followedAmong, followsOf } from './follows.ts'
import { formerHolder } from './handles.ts'
import { presentPerson, presentProfile } from './present.ts'
import { creators, personByRef, profileById } from './queries.ts'
import { relationTo } from './relation.ts'

type Wanted = {
  sort: CreatorSort
  q?: string | undefined
  category?: string | undefined
  before?: string | undefined
  limit: number
}

const cursors = { read: countCursor, followed: countCursor, rising: scoreCursor, stories: countCursor }

/** Who is meant by an id, a handle or one they had before. */
export async function personMeant({ db }: Pick<Ctx, 'db'>, ref: string) {
  const now = await personByRef(db, ref)
  if (now) return now
  const former = await formerHolder(db, ref)
  return orNotFound(former === null ? Promise.resolve(undefined) : personByRef(db, former))
}

/** Somebody's page. Whoever asked by a handle they had sees the new one in the answer. */
export async function profile(ctx: Ctx, ref: string): Promise<Profile> {
  const { db, addCacheTags, site, viewer } = ctx
  const { id } = await personMeant(ctx, ref)
  const other = viewer && viewer.id !== id ? viewer : null
  const [row, followed, relation] = await Promise.all([
    orNotFound(profileById(db, id)),
    followedAmong(ctx, [id]),
    other && relationTo({ db, viewer: other }, id),
  ])
  addCacheTags(`person:${id}`, followsOf(id), `lists:${id}`)
  return presentProfile(site.base, row, { followed: followed.has(id), relation })
}

/** The directory. A category that does not exist is not found, rather than empty. */
export async function listCreators(ctx: Ctx, { sort, q, category, before, limit }: Wanted): Promise<PageOf<Person>> {
  const { db, addCacheTags } = ctx
  const shelf = category === undefined ? null : await orNotFound(categoryBySlug(db, category))
  const cursor = cursors[sort].read(before)
  const rows = await creators(db, {
    sort,
    after: cursor && { value: cursor[0], id: cursor[1] },
    pattern: q ? beginningWith(q.toLowerCase()) : undefined,
    categoryId: shelf?.id,
    limit: limit + 1,
  })
  const { shown, next } = cursors[sort].cut(rows, limit, ({ value, id }) => [value, id])
  addCacheTags('creators', 'trending', ...(sort === 'followed' ? [FOLLOWS] : []))
  return { items: await presentPeople(ctx, shown), next }
}

type Row = Parameters<typeof presentPerson>[1]

/** These people as lists show them, with whether the viewer follows each. */
export async function presentPeople(ctx: Ctx, rows: Row[]): Promise<Person[]> {
  const ids = rows.map(({ id }) => id)
  const followed = await followedAmong(ctx, ids)
  ctx.addCacheTags(...ids.map((id) => `person:${id}`))
  return rows.map((row) => presentPerson(ctx.site.base, row, followed.has(row.id)))
}
