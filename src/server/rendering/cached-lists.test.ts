import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDocument, anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { anEstablishedPerson } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { aCtx } from '#test/people.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createCategory } from '#server/taxonomy/create.ts'

let database: Database
let app: TestApp
let author: Call
let reader: Call
let upstream: string
let ferry: string
/** By another author. */
let barge: string
beforeAll(async () => {
  database = await aDatabase()
  const { db } = database
  const ada = await anEstablishedPerson(db, 'author', { handle: 'ada' })
  const [rivers] = await Promise.all(['rivers', 'hills'].map(aCategory))
  // Created before the start, so that no late signal of their publication drops a page.
  const story = async (title: string, tag: string) =>
    (await anArticle(db, ada.id, { title, categoryId: rivers?.id ?? null, tags: [tag] })).id
  upstream = await story('Upstream', 'herons')
  ferry = await story('The ferry', 'boats')
  const bea = await anEstablishedPerson(db, 'author')
  barge = (await anArticle(db, bea.id, { title: 'The barge' })).id
  app = await anApp(database)
  author = await clientOf(app, ada)
  reader = await clientOf(app, await anEstablishedPerson(db))
})

function aCategory(slug: string) {
  return createCategory(aCtx(database.db), { slug, name: slug, description: '', picture: null, position: 0 })
}

async function publish(title: string, category: string, tags: string[]) {
  const draft = { id: newId(), save: newId(), title, category, tags, body: aDocument() }
  const { body } = await author('POST /api/articles', draft)
  const { status } = await author(`POST /api/articles/${String(body['id'])}/moves`, { move: 'publish' })
  expect(status).toBe(200)
}

const html = async (path: string) => (await app.get(path)).text()

/** Without a signal: a page that shows the old title was not rendered again. */
async function retitle(id: string, title: string) {
  await database.db.updateTable('article').set({ title }).where('id', '=', id).execute()
}

test('a like, a response and a follow leave lists of stories in the cache', async () => {
  const lists = ['/latest', '/category/rivers', '/tag/boats', '/feed.xml', '/user/ada/feed.xml']
  for (const path of lists) expect(await html(path), path).toContain('The ferry')
  await retitle(ferry, 'The bridge')
  const writes: [string, unknown?][] = [
    [`PUT /api/stories/${ferry}/like`],
    [`POST /api/stories/${ferry}/responses`, { text: 'Well said.' }],
    ['PUT /api/people/ada/follow'],
  ]
  for (const [key, body] of writes) expect((await reader(key, body)).status, key).toBe(200)
  for (const path of lists) expect(await html(path), path).toContain('The ferry')
})

test('a publication leaves the pages of other categories and tags in the cache', async () => {
  const others = ['/category/rivers', '/tag/herons', '/latest?category=rivers', '/category/rivers/feed.xml']
  for (const path of [...others, '/latest', '/user/ada']) expect(await html(path), path).toContain('Upstream')
  await retitle(upstream, 'Downstream')
  await publish('A summit', 'hills', ['peaks'])
  for (const path of others) expect(await html(path), path).toContain('Upstream')
  // Lists that the new story joined.
  for (const path of ['/latest', '/user/ada']) {
    await expect.poll(() => html(path), patiently).toContain('A summit')
    expect(await html(path), path).toContain('Downstream')
  }
  await publish('A weir', 'rivers', [])
  await expect.poll(() => html('/category/rivers'), patiently).toContain('A weir')
  // The story has no tag.
  expect(await html('/tag/herons')).toContain('Upstream')
})

test('a page rendered after a commit stays in the cache when the signals of that commit arrive from the database', async () => {
  await html(`/story/${barge}`)
  expect((await author('PUT /api/profile', { name: 'Ada Locke', handle: 'ada', about: '' })).status).toBe(200)
  expect(await html('/user/ada')).toContain('Ada Locke')
  await retitle(upstream, 'Around the bend')
  await retitle(barge, 'The tunnel')
  // Notifications arrive in the order of their commits.
  await notifyInvalidated(database.db, [`article:${barge}`])
  await expect.poll(() => html(`/story/${barge}`), patiently).toContain('The tunnel')
  expect(await html('/user/ada')).not.toContain('Around the bend')
})
