import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { makeMember } from '#test/membership.ts'
import { type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import { as, forceTransition } from '#test/workflow.ts'
import type { Access } from '#contract/articles/articles.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Document } from '#contract/document/document.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createApiKey } from '#server/api-keys/manage.ts'
import { deliverDueMail } from '#server/notifications/mail-delivery.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createWebhook } from '#server/webhooks/manage.ts'
import { rows as routes } from '#site/routes.ts'

/** In the hidden text only. Searches ask for its neighbour, because a reply may repeat the query. */
const MARKER = 'xylomarker'
const NEIGHBOUR = 'zebrafinch'

type MembersStory = { id: string; slug: string }

let database: Database
let app: TestApp
let people: Record<'author' | 'reader' | 'member' | 'editor' | 'admin', TestPerson>
/** One with a preview, and one whose whole text is for members. */
let stories: MembersStory[]
const categoryId = newId()

/** The slug of the category of the stories. */
const CATEGORY = 'waterside'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const hidden = [
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `A heading ${MARKER}` }] },
  paragraph(`It tells of a ${NEIGHBOUR} and a ${MARKER}.`),
]

/** Published as authors publish, so that everything that follows from it happens. */
async function publish(access: Access, content: Document['content']) {
  const body: Document = { type: 'doc', content }
  const story = await anArticle(database.db, people.author.id, {
    body,
    publishedAt: undefined,
    categoryId,
    tags: ['hedges'],
  })
  await database.db.updateTable('draft').set({ access }).where('articleId', '=', story.id).execute()
  await forceTransition(database.db, story.id, { transition: 'publish', by: people.author.id })
  return story
}

beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  const { db } = database
  const [author, reader, member, editor, admin] = await Promise.all([
    aPerson(db, 'author'),
    aPerson(db),
    aPerson(db),
    aPerson(db, 'editor'),
    aPerson(db, 'admin'),
  ])
  people = { author, reader, member, editor, admin }
  await db.insertInto('category').values({ id: categoryId, slug: CATEGORY, name: 'Waterside', position: 1 }).execute()
  await makeMember(db, member.id)
  await db.insertInto('follow').values({ followerId: reader.id, followedId: author.id, since: new Date() }).execute()
  await createWebhook(as(db, admin), {
    url: 'https://hooks.example.com/',
    description: '',
    events: ['story.published'],
    enabled: true,
  })
  const long = paragraph('A long beginning without any secret. '.repeat(20))
  stories = [
    await publish('preview', [paragraph('For everyone.'), { type: 'membersLine' }, ...hidden]),
    await publish('members', [long, ...hidden]),
    await publish('preview', [long, ...hidden]),
  ]
})

type Surface = { path: string; init?: RequestInit }

/** What shows something of a story, or would if it were found. Each must be served: an error page hides nothing. */
function served({ id, slug }: MembersStory): Surface[] {
  const { handle, id: authorId } = people.author
  const query = encodeURIComponent(NEIGHBOUR)
  const pages = [
    '/',
    '/latest',
    '/search',
    '/tag/hedges',
    `/category/${CATEGORY}`,
    `/story/${slug}`,
    `/story/${id}`,
    `/user/${handle}`,
    '/offline',
  ]
  const feeds = ['', `/user/${handle}`, '/tag/hedges', `/category/${CATEGORY}`].flatMap((folder) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `${folder}/${file}`),
  )
  const link = encodeURIComponent(`${app.ctx.site.origin}/story/${slug}`)
  const paths = [
    ...pages.flatMap((path) => [path, `${path === '/' ? '' : path}/_payload.json`]),
    ...feeds,
    '/api/home',
    '/api/trending',
    '/api/stories',
    '/api/tags/hedges',
    `/api/categories/${CATEGORY}`,
    `/api/stories?category=${CATEGORY}`,
    `/api/people/${handle}`,
    `/api/stories?author=${authorId}`,
    ...[id, slug].map((ref) => `/api/stories/${ref}`),
    ...['beside', 'responses', 'members-part', 'members-part?gift=guessed'].map(
      (part) => `/api/stories/${slug}/${part}`,
    ),
    `/api/search?q=${query}`,
    `/api/search?q=%22a+${query}%22`,
    `/api/search/suggest?q=${query}`,
    `/api/search?q=${MARKER.slice(0, -1)}`,
    `/search?q=${query}`,
    `/search/_payload.json?q=${query}`,
    `/story/${slug}?gift=guessed`,
    `/oembed?url=${link}`,
    `/oembed?format=xml&url=${link}`,
    '/sitemap.xml',
    '/sitemaps/stories-1.xml',
    '/robots.txt',
  ]
  return paths.map((path) => ({ path }))
}

/** Everything else: every read of the API and every page, which are refused to some readers. */
function others({ id, slug }: MembersStory): Surface[] {
  const { author } = people
  const values: Record<string, string> = { id, slug: 'hedges', handle: author.handle, kind: 'tag', list: id }
  const fill = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const ref = path.startsWith('/api/people/') ? author.handle : slug
      return encodeURIComponent(name === 'ref' ? ref : (values[name] ?? id))
    })
  const reads = Object.keys(endpoints).flatMap((key) => (key.startsWith('GET ') ? fill(key.slice(4)) : []))
  const params: Record<string, string> = {
    article: slug,
    categoryname: CATEGORY,
    tag: 'hedges',
    page: 'about',
    userId: author.handle,
    userID: author.id,
    temp: `temp-${author.id}`,
  }
  const pages = routes
    .map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? id))
    .flatMap((path) => [path, `${path}/_payload.json`])
  return [...reads, ...pages].map((path) => ({ path }))
}

/** The Firebase-compatible database, which takes no API keys. */
function realtimeDatabase() {
  const articles = stories.map(({ id }) => `/articles/${id}.json`)
  return ['/.json', '/articles.json', '/tags.json', ...articles].map((path) => ({ path }))
}

/** The caller's own record, which is all that the Firestore API shows. */
function firestore(person: TestPerson): Surface {
  const structuredQuery = {
    from: [{ collectionId: 'users' }],
    where: { fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: person.uid } } },
  }
  const path = `/v1/projects/${app.ctx.identity.projectId}/databases/(default)/documents:runQuery`
  return { path, init: { method: 'POST', body: JSON.stringify({ structuredQuery }) } }
}

async function leaksTo(headers: Record<string, string>, shown: Surface[], rest: Surface[] = []) {
  const sitemap = async () => (await app.get('/sitemaps/stories-1.xml')).text()
  for (const { slug } of stories) await expect.poll(sitemap).toContain(slug)
  const found: string[] = []
  for (const [surfaces, mustBeServed] of [
    [shown, true],
    [rest, false],
  ] as const)
    for (const { path, init } of new Map(surfaces.map((surface) => [surface.path, surface])).values()) {
      const response = await app.get(path, { ...init, headers })
      const hasLeaked = (await response.text()).includes(MARKER)
      if (hasLeaked || (mustBeServed && response.status !== 200)) found.push(`${response.status} ${path}`)
    }
  return found
}

describe('no public surface shows the hidden part of a members’ story', () => {
  test('to a visitor', async () => {
    const shown = [...stories.flatMap(served), ...realtimeDatabase()]
    expect(await leaksTo({}, shown, stories.flatMap(others))).toEqual([])
  }, 60_000)

  test('to a reader without a membership', async () => {
    const { cookie, bearer } = await aSession(database.db, people.reader, app.ctx)
    expect(await leaksTo({ cookie }, stories.flatMap(served), stories.flatMap(others))).toEqual([])
    const firebase = [...realtimeDatabase(), firestore(people.reader)]
    expect(await leaksTo({ authorization: bearer }, firebase)).toEqual([])
  }, 60_000)

  test('to an API key that may not read stories as its owner', async () => {
    const key = { name: 'Test', scopes: ['people:read' as const], expiresInDays: 90 as const }
    const { secret } = await createApiKey(as(database.db, people.admin), key)
    expect(
      await leaksTo({ authorization: `Bearer ${secret}` }, stories.flatMap(served), stories.flatMap(others)),
    ).toEqual([])
  }, 60_000)
})

test.each(['member', 'author', 'editor', 'admin'] as const)('a %s gets the hidden part', async (who) => {
  const { cookie } = await aSession(database.db, people[who], app.ctx)
  for (const { slug } of stories) {
    const response = await app.get(`/api/stories/${slug}/members-part`, { headers: { cookie } })
    expect(await response.text()).toContain(MARKER)
    const page = await (await app.get(`/story/${slug}`, { headers: { cookie } })).text()
    expect(page.includes(MARKER)).toBe(who !== 'member')
  }
})

test('the search does not know the hidden words', async () => {
  const response = await app.get(`/api/search?q=${NEIGHBOUR}`)
  expect(await response.json()).toMatchObject({ stories: [], instead: null })
})

/** Of the follower of the author. Mails that wait for a digest are written too. */
async function notificationsAndMails() {
  const { db } = database
  const ofReader = db.selectFrom('notification').select('id').where('personId', '=', people.reader.id)
  await expect.poll(() => ofReader.execute()).toHaveLength(stories.length)
  const inTwoDays = aCtx(db, { now: () => new Date(Date.now() + 2 * DAY_MS) })
  while (await deliverDueMail(inTwoDays));
  return db.selectFrom('mail').select('text').where('toAddress', '=', people.reader.email).execute()
}

test('notifications, mails, webhooks and all other tables do not contain it', async () => {
  expect(await notificationsAndMails()).not.toEqual([])
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(database.db)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await sql`select 1 from ${sql.table(name)} as t where t::text ilike ${`%${MARKER}%`} limit 1`.execute(
      database.db,
    )
    if (hit.rows.length > 0) found.push(name)
  }
  expect(found.filter((name) => !name.includes('revision'))).toEqual(['article', 'draft'])
  const { events } = await database.db
    .selectFrom('webhookEvent')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  expect(events).toBeGreaterThan(0)
})
