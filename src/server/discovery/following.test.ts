import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { listFollowingFeed } from './following.ts'
import { followTopic, unfollowTopic } from './topics.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 10, n))

async function aReader() {
  const viewer = await aPerson(db)
  const ctx = { ...aCtx(db), viewer }
  const titles = async (limit = 20) => (await listFollowingFeed(ctx, { limit })).items.map(({ title }) => title)
  return { ctx, titles }
}

test('is empty for people who follow nothing', async () => {
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
  await unfollowTopic(ctx, { kind: 'category', slug: 'rivers' })
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
    const page = await listFollowingFeed(ctx, { limit: 2, before })
    seen.push(...page.items.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  expect(seen).toHaveLength(9)
  expect(new Set(seen)).toEqual(made)
})

test('refuses an invalid cursor', async () => {
  const { ctx } = await aReader()
  await expect(listFollowingFeed(ctx, { limit: 5, before: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' })
})

/** Inserts the row that the people feature would write. */
async function follow(followerId: string, followedId: string) {
  await db.insertInto('follow').values({ followerId, followedId, since: new Date() }).execute()
}

test('includes stories by followed people, co-authored ones too, without duplicates', async () => {
  const [ada, bob] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  await anArticle(db, ada.id, { title: 'Alone', publishedAt: minute(1) })
  await anArticle(db, bob.id, { title: 'With Ada', coAuthorIds: [ada.id], tags: ['otters'], publishedAt: minute(2) })
  await anArticle(db, bob.id, { title: 'Without', publishedAt: minute(3) })
  await anArticle(db, bob.id, { title: 'Draft with Ada', coAuthorIds: [ada.id], publishedAt: undefined })
  const { ctx, titles } = await aReader()
  await follow(ctx.viewer.id, ada.id)
  await followTopic(ctx, { kind: 'tag', slug: 'otters' })
  expect(await titles()).toEqual(['With Ada', 'Alone'])
})

test('pages of followed people neither skip nor repeat', async () => {
  const [ada, bob] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  const made: string[] = []
  for (let index = 0; index < 8; index++) {
    const [writer, other] = index % 2 ? [ada, bob] : [bob, ada]
    made.push((await anArticle(db, writer.id, { coAuthorIds: [other.id], publishedAt: minute(index % 4) })).id)
  }
  const { ctx } = await aReader()
  for (const { id } of [ada, bob]) await follow(ctx.viewer.id, id)
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await listFollowingFeed(ctx, { limit: 3, before })
    seen.push(...page.items.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  expect(seen).toHaveLength(made.length)
  expect(new Set(seen)).toEqual(new Set(made))
})

test('leaves out people the reader muted or blocked, or who blocked them', async () => {
  const people = [await aPerson(db, 'author'), await aPerson(db, 'author'), await aPerson(db, 'author')] as const
  const [muted, blocked, blocking] = people
  const quiet = await aPerson(db, 'author')
  await anArticle(db, quiet.id, { title: 'Behind', tags: ['herons'], publishedAt: minute(1) })
  for (const [index, { id }] of people.entries())
    for (let n = 0; n < 3; n++) await anArticle(db, id, { tags: ['herons'], publishedAt: minute(10 * (index + 1) + n) })
  const { ctx, titles } = await aReader()
  await followTopic(ctx, { kind: 'tag', slug: 'herons' })
  await follow(ctx.viewer.id, muted.id)
  expect(await titles()).toHaveLength(10)
  const since = new Date()
  const me = ctx.viewer.id
  await db.insertInto('mute').values({ muterId: me, mutedId: muted.id, since }).execute()
  await db.insertInto('block').values({ blockerId: me, blockedId: blocked.id, since }).execute()
  await db.insertInto('block').values({ blockerId: blocking.id, blockedId: me, since }).execute()
  expect(await titles(2)).toEqual(['Behind'])
})
