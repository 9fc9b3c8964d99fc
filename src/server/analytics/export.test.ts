import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, signedIn } from '#test/people.ts'
import type { Dimension } from '#contract/analytics/analytics.ts'
import { DEPTH_PARTS } from '#contract/analytics/limits.ts'
import { listAudit } from '#server/audit/list.ts'
import type { Database } from '#server/platform/db.ts'

const now = () => new Date('2026-03-10T12:00:00.000Z')
const LONG_PATH = `/${'ü'.repeat(300)}`

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, now)
  await count('total', [['', 12]], { reads: 5 })
  await count('total', [['', 3]], { day: '2026-03-08', reads: 0 })
})

type More = { day?: string; reads?: number; articleId?: string }

function count(dimension: Dimension | 'total', values: readonly (readonly [string, number])[], more: More = {}) {
  const { day = '2026-03-10', reads = 1, articleId = '' } = more
  const rows = values.map(([value, views]) => ({ articleId, dimension, day, value, views, reads, visitors: 2 }))
  return database.db.insertInto('analyticsDay').values(rows).execute()
}

async function read(path: string, person: { uid: string } | null) {
  const response = await app.get(path, {
    headers: person ? { cookie: await signedIn(database.db, person) } : {},
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    lines: text.replace('\uFEFF', '').trimEnd().split('\r\n'),
    file: response.headers.get('content-disposition'),
  }
}

test('the days of a period are a file, also those without views', async () => {
  const admin = await aPerson(database.db, 'admin')
  const { lines, file } = await read('/api/admin/analytics/days.csv?range=7d', admin)
  expect(file).toBe('attachment; filename="analytics-days.csv"')
  expect(lines).toEqual([
    'day,views,visitors,reads',
    '2026-03-04,0,0,0',
    '2026-03-05,0,0,0',
    '2026-03-06,0,0,0',
    '2026-03-07,0,0,0',
    '2026-03-08,3,2,0',
    '2026-03-09,0,0,0',
    '2026-03-10,12,2,5',
  ])
  // Screens show a year by week.
  expect((await read('/api/admin/analytics/days.csv?range=12m', admin)).lines).toHaveLength(366)
  expect((await listAudit(app.ctx, { actor: admin.id, limit: 10 })).items).toMatchObject([
    { action: 'list.exported', target: { id: 'GET /api/admin/analytics/days' } },
    { action: 'list.exported', target: { id: 'GET /api/admin/analytics/days' } },
  ])
})

test('a dimension is exported with all of its values, and without formulas', async () => {
  const admin = await aPerson(database.db, 'admin')
  const many = Array.from({ length: 150 }, (_, nth) => [`term ${String(nth).padStart(3, '0')}`, 1] as const)
  await count('search', [['=HYPERLINK("https://evil.example")', 9], ...many])
  const { lines, file } = await read('/api/admin/analytics/figures/search.csv?range=today', admin)
  expect(file).toBe('attachment; filename="analytics-search.csv"')
  expect(lines[0]).toBe('value,name,views,visitors,reads,views before')
  expect(lines[1]).toBe(`"'=HYPERLINK(""https://evil.example"")","'=HYPERLINK(""https://evil.example"")",9,2,1,0`)
  expect(new Set(lines.slice(2).map((line) => line.split(',')[0]))).toEqual(new Set(many.map(([term]) => term)))
  expect(lines).toHaveLength(152)
})

test('a long value does not end the export', async () => {
  const admin = await aPerson(database.db, 'admin')
  const before = Array.from({ length: 99 }, (_, nth) => [`/story/${nth}`, 20] as const)
  await count('path', [...before, [LONG_PATH, 10], ['/last', 1]])
  const { lines } = await read('/api/admin/analytics/figures/path.csv', admin)
  expect(lines.slice(-2).map((line) => line.split(',')[0])).toEqual([LONG_PATH, '/last'])
})

test('an unknown dimension and an invalid period are refused before the file starts', async () => {
  const admin = await aPerson(database.db, 'admin')
  for (const path of ['figures/moon.csv', 'days.csv?range=custom', 'days.csv?range=decade', 'days.csv?page=2'])
    expect(await read(`/api/admin/analytics/${path}`, admin), path).toMatchObject({ status: 400, file: null })
})

test('the figures of the site are exported by admins only', async () => {
  for (const path of ['/api/admin/analytics/days.csv', '/api/admin/analytics/figures/source.csv']) {
    expect((await read(path, null)).status).toBe(401)
    for (const role of ['reader', 'author', 'editor'] as const)
      expect((await read(path, await aPerson(database.db, role))).status, role).toBe(403)
  }
})

test('the figures of a story are exported by those who may see them', async () => {
  const author = await aPerson(database.db, 'author')
  const coAuthor = await aPerson(database.db)
  const { id, slug } = await anArticle(database.db, author.id, { publishedAt: now(), coAuthorIds: [coAuthor.id] })
  await count('total', [['', 8]], { articleId: id, reads: 3 })
  const reached = Array.from({ length: DEPTH_PARTS }, (_, part) => [8, 4][part] ?? 0)
  await sql`insert into analytics_depth values (${id}, '2026-03-10', ${sql.join(reached)})`.execute(database.db)

  for (const person of [author, coAuthor, await aPerson(database.db, 'editor'), await aPerson(database.db, 'admin')]) {
    const days = await read(
      `/api/analytics/stories/${slug}/days.csv?range=custom&from=2026-03-09&to=2026-03-10`,
      person,
    )
    expect(days.file).toBe('attachment; filename="story-days.csv"')
    expect(days.lines).toEqual(['day,views,visitors,reads', '2026-03-09,0,0,0', '2026-03-10,8,2,3'])
    const depth = await read(`/api/analytics/stories/${id}/depth.csv`, person)
    expect(depth.file).toBe('attachment; filename="story-depth.csv"')
    expect(depth.lines.slice(0, 5)).toEqual(['percent of the text,views', '0,8', '5,8', '10,4', '15,0'])
    expect(depth.lines).toHaveLength(22)
  }
  for (const file of ['days.csv', 'depth.csv']) {
    const path = `/api/analytics/stories/${slug}/${file}`
    expect((await read(path, null)).status).toBe(401)
    const refused = await read(path, await aPerson(database.db, 'author'))
    expect(refused).toMatchObject({ status: 404, file: null })
    expect(refused.text).not.toContain('views')
  }
})
