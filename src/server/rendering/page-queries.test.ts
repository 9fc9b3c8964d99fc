import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { anApp } from '#test/app.ts'
import { clientOf } from '#test/client.ts'
import { anEstablishedPerson } from '#test/conversation.ts'
import { type DemoApp, aDemoApp } from '#test/demo-app.ts'
import { aPerson, signedIn } from '#test/people.ts'

/** The statements of the request that is being handled. Those of jobs are not counted. */
const counting = new AsyncLocalStorage<string[]>()
let statements: string[] = []

let app: DemoApp['app']
/** Another app on the same database, with the page cache. */
let caching: DemoApp['app']
let database: DemoApp['database']
let cookie: string
beforeAll(async () => {
  ;({ app, database } = await aDemoApp({ PAGE_CACHE_MB: '0' }))
  caching = await anApp(database)
  cookie = await signedIn(database.db, await aPerson(database.db))
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    counting.getStore()?.push(JSON.stringify(given[0]))
    return query.apply(this, given)
  })
  for (const { server } of [app, caching]) {
    const emit = server.emit.bind(server)
    server.emit = (event: string, ...given: unknown[]) =>
      event === 'request' ? counting.run(statements, () => emit(event, ...given)) : emit(event, ...given)
  }
})

async function view(path: string, headers: Record<string, string>, { get } = app) {
  statements = []
  const response = await get(path, { headers: { accept: 'text/html', ...headers } })
  await response.text()
  expect(response.status).toBe(200)
  return statements
}

/** The path of the story with the most responses. */
async function aStory() {
  const { slug } = await database.db
    .selectFrom('article')
    .select('slug')
    .where('state', '=', 'published')
    .orderBy('responseCount', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return `/story/${slug}`
}

test.each([
  { page: 'story', reader: 'a visitor', most: 5 },
  { page: 'story', reader: 'a signed-in reader', most: 8 },
  { page: 'home', reader: 'a visitor', most: 5 },
  { page: 'home', reader: 'a signed-in reader', most: 12 },
])('the $page page of $reader takes at most $most queries, none of them twice', async ({ page, reader, most }) => {
  const path = page === 'story' ? await aStory() : '/'
  const headers: Record<string, string> = reader === 'a visitor' ? {} : { cookie }
  // The first view loads the settings, which are cached, and may queue recommendations.
  await view(path, headers)
  const asked = await view(path, headers)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
  expect(new Set(asked).size, asked.join('\n')).toBe(asked.length)
})

test('a reader’s marks are queried again when the conversation changes, but not for a new number of likes', async () => {
  const path = await aStory()
  const liker = await anEstablishedPerson(database.db)
  const call = await clientOf(caching, liker)
  const likerCookie = await signedIn(database.db, liker)
  const story = path.replace('/story/', '/api/stories/')
  const queriesMarks = async () =>
    (await view(path, { cookie }, caching)).some((statement) => statement.includes('needs_own_page'))
  expect(await queriesMarks()).toBe(true)
  expect(await queriesMarks()).toBe(false)

  let liked = false
  const likeAndView = async () => {
    expect((await call(`${liked ? 'DELETE' : 'PUT'} ${story}/like`)).status).toBe(200)
    liked = !liked
    // People see their own likes at once, so this renders the page again.
    await view(path, { cookie: likerCookie }, caching)
    return queriesMarks()
  }
  // Once at least: in the background, related stories may be found meanwhile, which have marks of their own.
  await expect.poll(likeAndView).toBe(false)

  expect((await call(`POST ${story}/responses`, { text: 'Well said.' })).status).toBe(200)
  expect(await queriesMarks()).toBe(true)
})
