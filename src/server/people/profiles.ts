import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { CreatorSort, Person, Profile } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cutPage, decodeCursor } from '#server/platform/cursor.ts'
import { found } from '#server/platform/found.ts'
import { beginningWith } from '#server/platform/like.ts'
import { categoryBySlug } from '#server/taxonomy/find.ts'
import { presentPerson } from './present.ts'
import { creators, personByRef } from './queries.ts'

type Wanted = {
  sort: CreatorSort
  q?: string | undefined
  category?: string | undefined
  before?: string | undefined
  limit: number
}

const AfterCreator = z.tuple([z.number(), z.string()])

export async function profile({ db, shows, site }: Ctx, ref: string): Promise<Profile> {
  const row = await personByRef(db, ref)
  if (!row) throw new Refusal('not-found')
  shows(`person:${row.id}`)
  const empty = { header: null, links: [], story: '', following: 0, lists: 0, relation: null }
  return { ...presentPerson(site.base, row), ...empty }
}

/** The directory. A category that does not exist is not found, rather than empty. */
export async function listCreators(ctx: Ctx, { sort, q, category, before, limit }: Wanted): Promise<PageOf<Person>> {
  const { db, shows, site } = ctx
  const shelf = category === undefined ? null : await found(categoryBySlug(db, category))
  const cursor = before === undefined ? null : decodeCursor(AfterCreator, before)
  const rows = await creators(db, {
    sort,
    after: cursor && { value: cursor[0], id: cursor[1] },
    pattern: q ? beginningWith(q.toLowerCase()) : undefined,
    categoryId: shelf?.id,
    limit: limit + 1,
  })
  const { shown, next } = cutPage(rows, limit, ({ value, id }) => [value, id])
  shows('creators', 'trending', ...shown.map(({ id }) => `person:${id}`))
  return { items: shown.map((row) => presentPerson(site.base, row)), next }
}
