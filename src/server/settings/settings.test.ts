import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Db } from '#server/platform/db.ts'
import { iconNamed, icons } from './icons.ts'
import { openApi } from './openapi.ts'
import { changeSetting, site } from './site.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

test('a site has a name before anybody gives it one, and the name somebody gave it after', async () => {
  expect(await site(aCtx(db))).toMatchObject({ name: 'Bramble' })
  const touched: string[] = []
  await changeSetting(aCtx(db, { invalidate: (...names) => void touched.push(...names) }), 'name', 'The Hedge')
  expect(await site(aCtx(db))).toMatchObject({ name: 'The Hedge' })
  expect(touched).toEqual(['settings'])
})

test.each([
  ['name', ''],
  ['name', 'x'.repeat(61)],
  ['name', 7],
  ['colour', 'green'],
  ['__proto__', 'x'],
])('a setting %s of %j is refused', async (key, value) => {
  await expect(changeSetting(aCtx(db), key, value)).rejects.toMatchObject({ code: 'invalid' })
})

test('the OpenAPI document is valid and has every endpoint', async () => {
  const document = openApi()
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  const paths = Object.entries(document['paths'] as Record<string, Record<string, unknown>>)
  const listed = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('icons come by name, with those we lack listed', () => {
  const found = icons('lucide.json', 'search,bell,trash-2,no-such-icon')
  expect(Object.keys(found.icons).toSorted()).toEqual(['bell', 'search', 'trash-2'])
  expect(found).toMatchObject({ prefix: 'lucide', not_found: ['no-such-icon'], height: 24 })
  expect(() => icons('constructor.json', 'search')).toThrow(expect.objectContaining({ code: 'not-found' }))
  expect(iconNamed('search')).toMatchObject({ size: 24, body: expect.stringContaining('<') })
  expect(iconNamed('no-such-icon')).toBeUndefined()
  for (const name of ['constructor', '__proto__', 'to-string', 'valueOf']) expect(iconNamed(name)).toBeUndefined()
  expect(icons('lucide.json', 'constructor,search').not_found).toEqual(['constructor'])
})
