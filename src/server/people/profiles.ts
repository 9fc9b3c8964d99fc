import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Person } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursor.ts'
import { presentPerson } from './present.ts'
import { creators, personByRef } from './queries.ts'

type Wanted = { before?: string | undefined; limit: number }

const AfterCreator = z.tuple([z.number(), z.string()])

export async function profile({ db, shows, site }: Ctx, ref: string): Promise<Person> {
  const row = await personByRef(db, ref)
  if (!row) throw new Refusal('not-found')
  shows(`person:${row.id}`)
  return presentPerson(site.base, row)
}

export async function listCreators({ db, shows, site }: Ctx, { before, limit }: Wanted): Promise<PageOf<Person>> {
  const cursor = before === undefined ? null : decodeCursor(AfterCreator, before)
  const rows = await creators(db, { after: cursor && { count: cursor[0], id: cursor[1] }, limit: limit + 1 })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  shows('creators', ...items.map(({ id }) => `person:${id}`))
  return {
    items: items.map((row) => presentPerson(site.base, row)),
    next: rows.length > limit && last ? encodeCursor([last.storyCount, last.id]) : null,
  }
}
