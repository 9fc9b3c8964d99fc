import type { CreatorSort, Person, Profile } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countCursor, scoreCursor } from '#server/platform/cursor.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { categoryBySlug } from '#server/stories/topics.ts'
import { followedAmong } from './follows.ts'
import { findFormerOwner } from './handles.ts'
import { presentPerson, presentProfile } from './present.ts'
import { badgesOf, creators, personByRef, profileById } from './queries.ts'
import { getRelation } from './viewer-relation.ts'

type CreatorsRequest = {
  sort: CreatorSort
  q?: string | undefined
  category?: string | undefined
  before?: string | undefined
  limit: number
}

const cursors = { read: countCursor, followed: countCursor, rising: scoreCursor, stories: countCursor }

/** Resolves an id, a handle or a former handle. */
export async function resolvePerson({ db }: Pick<Ctx, 'db'>, ref: string) {
  const current = await personByRef(db, ref)
  if (current) return current
  const former = await findFormerOwner(db, ref)
  return orNotFound(former === null ? Promise.resolve(undefined) : personByRef(db, former))
}

/** A former handle resolves to the profile with the current handle. */
export async function getProfile(ctx: Ctx, ref: string): Promise<Profile> {
  const { db, addCacheTags, site, viewer } = ctx
  const { id } = await resolvePerson(ctx, ref)
  const other = viewer && viewer.id !== id ? viewer : null
  const [row, badges, followed, relation] = await Promise.all([
    orNotFound(profileById(db, id)),
    badgesOf(db, id),
    followedAmong(ctx, [id]),
    other && getRelation({ db, viewer: other }, id),
  ])
  addCacheTags(`person:${id}`, `person-counts:${id}`, ...badges.map((badge) => `reward:${badge.id}` as const))
  return presentProfile(site.base, row, { badges, followed: followed.has(id), relation })
}

/** For cards with the numbers of stories and followers. Refuses an unknown category with `not-found`. */
export async function listCreators(ctx: Ctx, request: CreatorsRequest): Promise<PageOf<Person>> {
  const page = await findCreators(ctx, request)
  ctx.addCacheTags(...page.items.map(({ id }) => `person-counts:${id}` as const))
  return page
}

/** For a list that shows no numbers. */
export async function listRisingCreators(ctx: Ctx, limit: number): Promise<Person[]> {
  return (await findCreators(ctx, { sort: 'rising', limit })).items
}

async function findCreators(ctx: Ctx, { sort, q, category, before, limit }: CreatorsRequest): Promise<PageOf<Person>> {
  const { db, addCacheTags, viewer } = ctx
  const found = category === undefined ? null : await orNotFound(categoryBySlug(db, category))
  const cursor = cursors[sort].read(before)
  const pattern = q ? prefixPattern(q.toLowerCase()) : undefined
  const rows = await creators[sort](db, {
    viewerId: viewer?.id,
    afterValue: cursor?.[0],
    afterId: cursor?.[1],
    pattern,
    laterWord: pattern && `% ${pattern}`,
    categoryId: found?.id,
    limit: limit + 1,
  })
  const { shown, next } = cursors[sort].paginate(rows, limit, ({ value, id }) => [value, id])
  addCacheTags('creators', ...(sort === 'followed' ? (['creators:followed'] as const) : []))
  return { items: presentPeople(ctx, shown), next }
}

type Row = Parameters<typeof presentPerson>[1] & { followed: boolean }

export function presentPeople(ctx: Ctx, rows: Row[]): Person[] {
  const ids = rows.map(({ id }) => id)
  ctx.addCacheTags(...ids.map((id) => `person:${id}` as const))
  return rows.map((row) => presentPerson(ctx.site.base, row, row.followed))
}
