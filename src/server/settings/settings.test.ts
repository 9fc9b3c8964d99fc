import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { findIcon, getIcons } from './icons.ts'
import { updateSetting, getSite } from './site.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

test('a site has a default name until it is changed', async () => {
  expect(await getSite(aCtx(db))).toMatchObject({ name: 'Bramble' })
  const touched: string[] = []
  await updateSetting(aCtx(db, { invalidate: (...names) => void touched.push(...names) }), 'name', 'The Hedge')
  expect(await getSite(aCtx(db))).toMatchObject({ name: 'The Hedge' })
  expect(touched).toEqual(['settings'])
})

test.each([
  ['name', ''],
  ['name', 'x'.repeat(61)],
  ['name', 7],
  ['colour', 'green'],
  ['__proto__', 'x'],
])('a setting %s of %j is refused', async (key, value) => {
  await expect(updateSetting(aCtx(db), key, value)).rejects.toMatchObject({ code: 'invalid' })
})

test('icons are returned by name, and unknown ones are listed', () => {
  const found = getIcons('lucide.json', 'search,bell,trash-2,no-such-icon')
  expect(Object.keys(found.icons).toSorted()).toEqual(['bell', 'search', 'trash-2'])
  expect(found).toMatchObject({ prefix: 'lucide', not_found: ['no-such-icon'], height: 24 })
  expect(() => getIcons('constructor.json', 'search')).toThrow(expect.objectContaining({ code: 'not-found' }))
  expect(findIcon('search')).toMatchObject({ size: 24, body: expect.stringContaining('<') })
  expect(findIcon('no-such-icon')).toBeUndefined()
  for (const name of ['constructor', '__proto__', 'to-string', 'valueOf']) expect(findIcon(name)).toBeUndefined()
  expect(getIcons('lucide.json', 'constructor,search').not_found).toEqual(['constructor'])
})
