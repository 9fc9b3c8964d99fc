import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { CreatorSort, Person } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursor.ts'
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

export async function profile({ db, shows, site }: Ctx, ref: string): Promise<Person> {
  const row = await personByRef(db, ref)
  if (!row) throw new Refusal('not-found')
  shows(`person:${row.id}`)
  return presentPerson(site.base, row)
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
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  shows('creators', 'trending', ...items.map(({ id }) => `person:${id}`))
  return {
    items: items.map((row) => presentPerson(site.base, row)),
    next: rows.length > limit && last ? encodeCursor([last.value, last.id]) : null,
  }
}
