import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { testLog } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { databaseUrl } from '#test/postgres-setup.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { migrate } from '#server/platform/migrate.ts'
import { logMissingExtensions } from './extensions.ts'
import { updateWordCounts } from './search-index.ts'
import { search } from './search.ts'
import { suggest } from './suggest.ts'

const { adminUrl, template } = inject('postgres')
const name = `${template}_plain_${Math.random().toString(36).slice(2, 8)}`
let database: Database

/** A hosted database whose user may create tables but no extensions. */
beforeAll(async () => {
  await asAdmin(adminUrl, [`create role ${name} login password 'plain'`, `create database ${name}`])
  await asAdmin(databaseUrl(adminUrl, name), [`grant usage, create on schema public to ${name}`])
  const url = new URL(databaseUrl(adminUrl, name))
  url.username = name
  url.password = 'plain'
  database = openDatabase(url.href, { log: testLog })
  await migrate(database.pool, 'migrations')
  const author = await aPerson(database.db, 'author', { name: 'Zoë Quince' })
  const stories: Parameters<typeof anArticle>[2][] = [
    { title: 'Gathering', body: aDocument('She was gathering chestnuts under slow trains.'), tags: ['Orchards'] },
    { title: 'Wassermühlen', body: aDocument('Wir sahen die alten Häuser.'), language: 'de' },
    { title: 'Une crème', body: aDocument('Trains that are slow.') },
    { title: 'Hollyhocks', body: aDocument('They lean on the wall.') },
  ]
  for (const story of stories) await anArticle(database.db, author.id, story)
  await updateWordCounts(database.db)
}, 60_000)

afterAll(async () => {
  await database.close()
  await asAdmin(adminUrl, [`drop database ${name} with (force)`, `drop role ${name}`])
})

async function asAdmin(url: string, statements: string[]) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

async function titles(q: string, db = database.db) {
  const { stories } = await search(aCtx(db), { q, kind: 'stories', limit: 20 })
  return stories.map(({ title }) => title)
}

async function missingExtensions(db = database.db) {
  const warn = vi.spyOn(testLog, 'warn')
  const found = await logMissingExtensions({ db, log: testLog })
  const lines = warn.mock.calls.map(([line]) => line)
  warn.mockRestore()
  return { found, lines }
}

test('logs missing extensions at startup', async () => {
  const { rows } = await database.pool.query('select extname from pg_extension where extname in ($1, $2)', [
    'unaccent',
    'pg_trgm',
  ])
  expect(rows).toEqual([])
  const { found, lines } = await missingExtensions()
  expect(found).toEqual({ accents: false, trigrams: false })
  expect(lines).toEqual([
    expect.stringMatching(/accents.*extension unaccent.*docs\/search\.md/),
    expect.stringMatching(/typos.*extension pg_trgm.*docs\/search\.md/),
  ])
})

test('finds stems, prefixes and phrases', async () => {
  expect(await titles('gathered chestnut')).toEqual(['Gathering'])
  expect(await titles('Wassermühle')).toEqual(['Wassermühlen'])
  expect(await titles('hollyh')).toEqual(['Hollyhocks'])
  expect(await titles('chestn')).toEqual(['Gathering'])
  expect(await titles('"slow trains"')).toEqual(['Gathering'])
  expect((await titles('slow trains')).toSorted()).toEqual(['Gathering', 'Une crème'])
})

test('accents matter, and only one-letter typos are corrected', async () => {
  expect(await titles('crème')).toEqual(['Une crème'])
  expect(await titles('creme')).toEqual([])
  expect(await titles('hollyhoks')).toEqual(['Hollyhocks'])
  expect(await titles('holihoks')).toEqual([])
})

test('finds people, tags and suggestions by name, without errors for unknown names', async () => {
  const ctx = aCtx(database.db)
  expect((await search(ctx, { q: 'quin', kind: 'creators', limit: 5 })).creators).toMatchObject([
    { name: 'Zoë Quince' },
  ])
  expect((await search(ctx, { q: 'orchard', kind: 'tags', limit: 5 })).tags).toMatchObject([{ name: 'Orchards' }])
  for (const kind of ['creators', 'tags', 'categories'] as const)
    expect((await search(ctx, { q: 'qiunce', kind, limit: 5 })).creators).toEqual([])
  expect(JSON.stringify(await suggest(ctx, 'holly'))).toContain('Hollyhocks')
})

test('full search works after the extensions are added', async () => {
  await asAdmin(databaseUrl(adminUrl, name), ['create extension unaccent', 'create extension pg_trgm'])
  const later = await readFile('docs/search-extensions.sql', 'utf8')
  for (let times = 0; times < 2; times++) await database.pool.query(later)
  // The result is cached per connection pool, so this needs a new one.
  const again = openDatabase(database.url, { log: testLog })
  await updateWordCounts(again.db)
  expect(await missingExtensions(again.db)).toEqual({ found: { accents: true, trigrams: true }, lines: [] })
  expect(await titles('creme', again.db)).toEqual(['Une crème'])
  expect(await titles('gathered chestnut', again.db)).toEqual(['Gathering'])
  expect(await titles('holihocks', again.db)).toEqual(['Hollyhocks'])
  const { creators } = await search(aCtx(again.db), { q: 'zoe qince', kind: 'creators', limit: 5 })
  expect(creators).toMatchObject([{ name: 'Zoë Quince' }])
  await again.close()
})
