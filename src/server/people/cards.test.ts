import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { setDisabled } from './person-records.ts'
import { searchPeople } from './cards.ts'

let db: Db
let ctx: Ctx
beforeAll(async () => {
  db = (await aDatabase()).db
  ctx = aCtx(db)
})

const found = async (q: string) => (await searchPeople(ctx, q)).map(({ handle }) => handle)

test('finds people by the start of their name or handle, ignoring case', async () => {
  await aPerson(db, 'reader', { name: 'Åsa Öberg', handle: 'northern-light' })
  await aPerson(db, 'reader', { name: 'Zoë 100%', handle: 'zoe' })
  await aPerson(db, 'reader', { name: 'Zorro', handle: 'fox-night' })
  for (const q of ['åsa', 'ÅSA Ö', 'North', '@northern']) expect(await found(q)).toEqual(['northern-light'])
  expect(await found('zo')).toEqual(['fox-night', 'zoe'])
  expect(await found('zoë 100%')).toEqual(['zoe'])
  for (const q of ['%', '_oe', 'light', '\\']) expect(await found(q)).toEqual([])
})

test('lists at most ten people, most stories first, without disabled people', async () => {
  const made = []
  for (let index = 0; index < 12; index++) made.push(await aPerson(db, 'reader', { handle: `crowd-${index}` }))
  await db.updateTable('person').set({ storyCount: 5 }).where('handle', '=', 'crowd-11').execute()
  expect(await found('crowd')).toHaveLength(10)
  expect((await found('crowd'))[0]).toBe('crowd-11')
  for (const { id } of made.slice(2)) await setDisabled(ctx, id, true)
  expect(await found('crowd')).toEqual(['crowd-0', 'crowd-1'])
})
