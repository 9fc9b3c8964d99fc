import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'

let app: TestApp
let db: Db
beforeAll(async () => {
  const database = await aDatabase()
  db = database.db
  app = await anApp(database)
  const author = await aPerson(db, 'author', { name: 'Odile Marchetti' })
  await anArticle(db, author.id, { title: 'Meadowsweet at noon', tags: ['Meadows'] })
  await anArticle(db, author.id, { title: '100% of what’s "quoted"', tags: ['O’Brien'] })
})

const search = (q: string, more = '') => app.get(`/api/search?q=${encodeURIComponent(q)}${more}`)

describe('any input is safe', () => {
  const nasty = [
    '%',
    '_',
    "'",
    '"',
    '""',
    ':*',
    'a:*',
    '&|!',
    '!a',
    '<->',
    '(',
    '\\',
    "\\'",
    "';drop table article;--",
    '@202611',
  ]
  nasty.push(
    '\t\n',
    '\u202e',
    'İ',
    'ﷺ',
    '½',
    '𝔘𝔫𝔦',
    'ǅ',
    '\u0301',
    'a\u0301'.repeat(99),
    '-',
    '- -',
    '"a',
    '“',
    '1e9999',
    '\ufffd',
  )
  nasty.push(
    '@aZ0000000000000000001',
    "'@c'",
    'a'.repeat(5000),
    `"${'a '.repeat(500)}"`,
    '😀'.repeat(600),
    'и'.repeat(900),
    '漢'.repeat(700),
  )
  test.each(nasty)('%j', async (q) => {
    for (const path of [
      search(q),
      search(q, '&kind=creators'),
      app.get(`/api/search/suggest?q=${encodeURIComponent(q)}`),
    ])
      expect((await path).status).toBe(200)
  })

  test('ten kilobytes of emoji are refused without a server error', async () => {
    expect([414, 431]).toContain((await search('😀'.repeat(2500))).status)
  })

  test('random input', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            'meadow',
            '"',
            "'",
            ':*',
            '&',
            '|',
            '!',
            '<->',
            '(',
            ')',
            ' ',
            '\\',
            '@',
            '%',
            '日本',
            'é',
            '-',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        if (q.includes('\0') || /\p{Cs}/u.test(q)) return
        const response = await search(q)
        expect(response.status).toBe(200)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test.each([
    '&year=soon',
    '&kind=everything',
    '&before=x',
    '&limit=0',
    '&limit=999',
    '&exact=2',
    '&sort=x',
    '&category=',
  ])('the invalid parameter %s is refused', async (more) => {
    expect((await search('meadow', more)).status).toBe(400)
  })
})

test('finds creators by name, handle and bio, with typos, but not disabled people', async () => {
  const creators = async (q: string) => {
    const answer: { creators: { name: string }[] } = await (await search(q, '&kind=creators')).json()
    return answer.creators.map(({ name }) => name)
  }
  for (const q of ['odile', 'marchetti odile', 'ODILE MARCH', 'Odlie Marcheti'])
    expect(await creators(q), q).toEqual(['Odile Marchetti'])
  await aPerson(db, 'reader', { name: 'Odile Who Never Wrote' })
  expect(await creators('odile')).toEqual(['Odile Marchetti'])
  await db.updateTable('person').set({ about: 'Keeps a lighthouse.' }).where('name', '=', 'Odile Marchetti').execute()
  expect(await creators('lighthouse')).toEqual(['Odile Marchetti'])
  await db.updateTable('person').set({ disabledAt: new Date() }).where('name', '=', 'Odile Marchetti').execute()
  expect(await creators('odile')).toEqual([])
  const suggested: { creators: unknown[] } = await (await app.get('/api/search/suggest?q=odile')).json()
  expect(suggested.creators).toEqual([])
})

test('suggests stories, creators, tags and categories for a partial query', async () => {
  const answer: unknown = await (await app.get('/api/search/suggest?q=mead')).json()
  expect(answer).toMatchObject({ stories: [{ title: 'Meadowsweet at noon' }], tags: [{ slug: 'meadows' }] })
})
