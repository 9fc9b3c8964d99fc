import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { forceTransition } from '#test/workflow.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { loadDemo } from '#server/demo/load.ts'
import type { Db } from '#server/platform/db.ts'
import { updateWordCounts } from './search-index.ts'
import { search } from './search.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const found = async (q: string) =>
  (await search(aCtx(db), { q, kind: 'stories', limit: 20, exact: '1' })).stories.map(({ id }) => id)

test('finds a story only while it is published', async () => {
  const author = await aPerson(db, 'author')
  const { id } = await anArticle(db, author.id, { title: 'Bluebells', publishedAt: undefined })
  expect(await found('bluebells')).toEqual([])
  await forceTransition(db, id, { transition: 'publish' })
  expect(await found('bluebells')).toEqual([id])
  await forceTransition(db, id, { transition: 'unpublish' })
  expect(await found('bluebells')).toEqual([])
  await forceTransition(db, id, { transition: 'publish' })
  await forceTransition(db, id, { transition: 'remove', note: 'Against the rules' })
  expect(await found('bluebells')).toEqual([])
  await forceTransition(db, id, { transition: 'restore' })
  expect(await found('bluebells')).toEqual([id])
  await forceTransition(db, id, { transition: 'trash' })
  expect(await found('bluebells')).toEqual([])
})

test('an edited story is found by its new words only', async () => {
  const author = await aPerson(db, 'author')
  const as = { ...aCtx(db), viewer: author }
  const { id } = await anArticle(db, author.id, { title: 'Foxgloves', body: aDocument('Digitalis.') })
  await saveDraft(as, id, { title: 'Snapdragons', version: 1, save: 'a', body: aDocument('Antirrhinum.') })
  expect(await found('foxgloves')).toEqual([id])
  expect(await found('snapdragons')).toEqual([])
  await transitionArticle(as, id, { move: 'update', note: '', at: null, version: null })
  expect(await found('foxgloves')).toEqual([])
  expect(await found('digitalis')).toEqual([])
  expect(await found('antirrhinum')).toEqual([id])
})

test('members-only text is not indexed', async () => {
  const author = await aPerson(db, 'author')
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const body = {
    type: 'doc' as const,
    content: [paragraph('An open gentian.'), { type: 'membersLine' }, paragraph('A hidden saxifrage.')],
  }
  const { id } = await anArticle(db, author.id, { title: 'For members', body })
  const { membersPlain } = await db
    .selectFrom('article')
    .select('membersPlain')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(membersPlain).toContain('saxifrage')
  expect(await found('gentian')).toEqual([id])
  expect(await found('saxifrage')).toEqual([])
  const answer = await search(aCtx(db), { q: 'gentian', kind: 'stories', limit: 20 })
  expect(JSON.stringify(answer)).not.toContain('saxifrage')
  expect((await search(aCtx(db), { q: 'saxifrages', kind: 'stories', limit: 20 })).instead).toBeNull()
})

test('words are counted by story, and deleted when unused', async () => {
  const author = await aPerson(db, 'author')
  const [one, two] = [
    await anArticle(db, author.id, { title: 'Larkspur larkspur' }),
    await anArticle(db, author.id, { title: 'A larkspur' }),
  ]
  const count = async () => {
    await db.transaction().execute((tx) => updateWordCounts(tx))
    const row = await db.selectFrom('searchWord').select('stories').where('word', '=', 'larkspur').executeTakeFirst()
    return row?.stories ?? null
  }
  expect(await count()).toBe(2)
  expect(await count()).toBe(2)
  await forceTransition(db, one.id, { transition: 'unpublish' })
  expect(await count()).toBe(1)
  await forceTransition(db, two.id, { transition: 'trash' })
  expect(await count()).toBeNull()
})

test('a very long story with only distinct words is published and found', async () => {
  const author = await aPerson(db, 'author')
  const long = (from: number) =>
    Array.from({ length: 100 }, (_, at) => `${'ⱥⱦ'.repeat(5)}${(from * 100 + at).toString(36)}`).join(' ')
  const content = Array.from({ length: 120 }, (_, from) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: long(from) }],
  }))
  const { id } = await anArticle(db, author.id, { title: 'Endless toadflax', body: { type: 'doc', content } })
  expect(await found('toadflax')).toEqual([id])
})

test('two stories with the same new words are published at once', async () => {
  const author = await aPerson(db, 'author')
  const text = aDocument(Array.from({ length: 300 }, (_, at) => `campion${at}x`).join(' '))
  const drafts = await Promise.all(
    [1, 2, 3, 4].map(() => anArticle(db, author.id, { body: text, publishedAt: undefined })),
  )
  await Promise.all(drafts.map(({ id }) => forceTransition(db, id, { transition: 'publish' })))
  expect((await found('campion7x')).toSorted()).toEqual(drafts.map(({ id }) => id).toSorted())
})

test('finds stories published before search was added, and the demo', async () => {
  const { db: other } = await aDatabase()
  await loadDemo(aCtx(other), 'demo')
  const ask = () => search(aCtx(other), { q: 'hedge clock', kind: 'stories', limit: 5 })
  expect((await ask()).stories[0]?.slug).toBe('the-hedge-is-a-clock')
  await sql`truncate story_search, search_word, search_word_change`.execute(other)
  expect((await ask()).stories).toEqual([])
  await sql`select search_put(array(select id from article where state = 'published'))`.execute(other)
  expect((await ask()).stories[0]?.slug).toBe('the-hedge-is-a-clock')
})
