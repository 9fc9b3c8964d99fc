import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { following } from './following.ts'
import { followTopic, leaveTopic } from './topics.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 10, n))

/** A reader, and how they see what they follow. */
async function aReader() {
  const viewer = await aPerson(db)
  const ctx = { ...aCtx(db), viewer }
  const titles = async (limit = 20) => (await following(ctx, { limit })).items.map(({ title }) => title)
  return { ctx, titles }
}

test('whoever follows nothing gets nothing', async () => {
  const { titles } = await aReader()
  expect(await titles()).toEqual([])
})

test('stories of followed categories and tags come newest first, each once, and nothing else', async () => {
  const author = await aPerson(db, 'author')
  const shelf = await createCategory(aCtx(db), {
    slug: 'rivers',
    name: 'Rivers',
    description: '',
    picture: null,
    position: 1,
  })
  await anArticle(db, author.id, { title: 'Both', categoryId: shelf.id, tags: ['eels'], publishedAt: minute(1) })
  await anArticle(db, author.id, { title: 'Tag, second', tags: ['mud', 'eels'], publishedAt: minute(2) })
  await anArticle(db, author.id, { title: 'Shelf', categoryId: shelf.id, publishedAt: minute(3) })
  await anArticle(db, author.id, { title: 'Elsewhere', tags: ['deserts'], publishedAt: minute(4) })
  await anArticle(db, author.id, { title: 'Draft', categoryId: shelf.id, publishedAt: undefined })
  const { ctx, titles } = await aReader()
  await followTopic(ctx, { kind: 'category', slug: 'rivers' })
  expect(await titles()).toEqual(['Shelf', 'Both'])
  await followTopic(ctx, { kind: 'tag', slug: 'eels' })
  expect(await titles()).toEqual(['Shelf', 'Tag, second', 'Both'])
  await leaveTopic(ctx, { kind: 'category', slug: 'rivers' })
  expect(await titles()).toEqual(['Tag, second', 'Both'])
})

test('pages neither skip nor repeat, even when stories share one instant and several topics', async () => {
  const author = await aPerson(db, 'author')
  const made = new Set<string>()
  for (let index = 0; index < 9; index++) {
    const tags = [['gulls'], ['gulls', 'terns'], ['terns']][index % 3] ?? []
    made.add((await anArticle(db, author.id, { tags, publishedAt: minute(index < 6 ? 5 : index) })).id)
  }
  const { ctx } = await aReader()
  for (const slug of ['gulls', 'terns']) await followTopic(ctx, { kind: 'tag', slug })
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await following(ctx, { limit: 2, before })
    seen.push(...page.items.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  expect(seen).toHaveLength(9)
  expect(new Set(seen)).toEqual(made)
})

test('a place that is none in this list is refused', async () => {
  const { ctx } = await aReader()
  await expect(following(ctx, { limit: 5, before: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' })
})
