import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { setDisabled } from '#server/people/person-records.ts'
import { newId } from '#server/platform/ids.ts'

const TITLE = 'A heron at the weir'
/** Every public surface that lists or shows stories. */
const surfaces = [
  '/api/home',
  '/api/stories',
  '/api/stories?category=rivers',
  '/api/stories?tag=herons',
  '/api/stories/heron',
  '/api/categories/rivers',
  '/api/trending',
  '/api/search?q=heron',
  '/story/heron',
  '/latest',
  '/category/rivers',
  '/tag/herons',
  '/feed.xml',
  '/category/rivers/atom.xml',
  '/sitemaps/stories-1.xml',
  '/oembed?url=http://localhost:4999/story/heron',
  '/articles.json',
]

let app: TestApp
beforeAll(async () => {
  const database = await aDatabase()
  const { db } = database
  const categoryId = newId()
  await db.insertInto('category').values({ id: categoryId, slug: 'rivers', name: 'Rivers', position: 1 }).execute()
  app = await anApp(database, { SITE_URL: 'http://localhost:4999' })
  const author = await aPerson(db, 'author')
  await anArticle(db, author.id, { slug: 'heron', title: TITLE, categoryId, tags: ['herons'], featured: true })
  await setDisabled(aCtx(db), author.id, true)
})

test.each(surfaces)('a story whose author is disabled stays on %s', async (path) => {
  const response = await app.get(path)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(path.startsWith('/sitemaps') ? '/story/heron' : TITLE)
})
