import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDocument } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { anEstablishedPerson } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createCategory } from '#server/taxonomy/create.ts'

let database: Database
let app: TestApp
let author: Call
let reader: Call
beforeAll(async () => {
  database = await aDatabase()
  for (const slug of ['rivers', 'hills'])
    await createCategory(aCtx(database.db), { slug, name: slug, description: '', picture: null, position: 0 })
  app = await anApp(database)
  author = await clientOf(app, await anEstablishedPerson(database.db, 'author', { handle: 'ada' }))
  reader = await clientOf(app, await anEstablishedPerson(database.db))
})

async function publish(title: string, category: string, tags: string[]) {
  const draft = { id: newId(), save: newId(), title, category, tags, body: aDocument() }
  const { body } = await author('POST /api/articles', draft)
  const { status } = await author(`POST /api/articles/${String(body['id'])}/moves`, { move: 'publish' })
  expect(status).toBe(200)
  return String(body['id'])
}

const html = async (path: string) => (await app.get(path)).text()

/** Changes a title behind the cache’s back: a page that shows the old one was not rendered again. */
async function retitle(id: string, title: string) {
  await database.db.updateTable('article').set({ title }).where('id', '=', id).execute()
}

test('a publication leaves the pages of other categories and tags in the cache', async () => {
  const id = await publish('Upstream', 'rivers', ['herons'])
  const others = ['/category/rivers', '/tag/herons', '/latest?category=rivers', '/category/rivers/feed.xml']
  for (const path of [...others, '/latest', '/user/ada']) expect(await html(path), path).toContain('Upstream')
  await retitle(id, 'Downstream')
  await publish('A summit', 'hills', ['peaks'])
  for (const path of others) expect(await html(path), path).toContain('Upstream')
  // Lists that the new story joined.
  for (const path of ['/latest', '/user/ada']) {
    expect(await html(path), path).toContain('A summit')
    expect(await html(path), path).toContain('Downstream')
  }
  await publish('A weir', 'rivers', [])
  expect(await html('/category/rivers')).toContain('A weir')
  // The story has another tag.
  expect(await html('/tag/herons')).toContain('Upstream')
})

test('a like, a response and a follow leave lists of stories in the cache', async () => {
  const id = await publish('The ferry', 'rivers', ['boats'])
  const lists = ['/latest', '/category/rivers', '/tag/boats', '/feed.xml', '/user/ada/feed.xml']
  for (const path of lists) expect(await html(path), path).toContain('The ferry')
  await retitle(id, 'The bridge')
  const writes: [string, unknown?][] = [
    [`PUT /api/stories/${id}/like`],
    [`POST /api/stories/${id}/responses`, { text: 'Well said.' }],
    ['PUT /api/people/ada/follow'],
  ]
  for (const [key, body] of writes) expect((await reader(key, body)).status, key).toBe(200)
  for (const path of lists) expect(await html(path), path).toContain('The ferry')
})
