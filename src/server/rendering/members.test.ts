import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { patiently } from '#test/patiently.ts'
import { type DemoApp, aDemoApp } from '#test/demo-app.ts'
import { type TestPerson, aPerson, aSession } from '#test/people.ts'
import { anEstablishedPerson } from '#test/conversation.ts'
import { specRoutes } from '#test/spec-routes.ts'
import type { Role } from '#contract/endpoint.ts'
import { setRole } from '#server/people/create.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const STORY = 'the-hedge-is-a-clock'

let database: DemoApp['database']
let app: DemoApp['app']
beforeAll(async () => {
  ;({ database, app } = await aDemoApp())
})

type Reader = { person: TestPerson; cookie: string; bearer: string; call: Call }

async function aReader(role: Role = 'reader', name = 'Reader'): Promise<Reader> {
  const person = await aPerson(database.db, role, { name: `${name} & <${role}>` })
  const { cookie, bearer } = await aSession(database.db, person, app.ctx)
  return { person, cookie, bearer, call: await clientOf(app, person) }
}

/** The page as the cookie gets it: from the cache that readers share, on the second visit from memory. */
async function shared({ cookie }: Reader, path: string) {
  const headers = { cookie, accept: 'text/html' }
  const first = await (await app.get(path, { headers })).text()
  const second = await (await app.get(path, { headers })).text()
  expect(second).toBe(first)
  return first
}

/** The page rendered for this person alone, which every other credential gets. */
async function alone({ bearer }: Reader, path: string) {
  return (await app.get(path, { headers: { authorization: bearer, accept: 'text/html' } })).text()
}

/** No card shows its numbers of likes and responses, so they may be older. */
const withoutCounts = (text: string) => text.replace(/"(likes|responses)":\d+/g, '"$1":0')

/** Where the two pages differ: payloads as data, pages as the text around the first difference. */
async function differences(reader: Reader, path: string): Promise<unknown[]> {
  const [got, wanted] = [withoutCounts(await shared(reader, path)), withoutCounts(await alone(reader, path))]
  if (path.endsWith('.json')) return isDeepStrictEqual(JSON.parse(got), JSON.parse(wanted)) ? [] : [got, wanted]
  const at = [...got].findIndex((letter, index) => letter !== wanted[index])
  return got === wanted ? [] : [got, wanted].map((text) => text.slice(Math.max(0, at - 200), at + 300))
}

const storyId = async () =>
  (await (await app.get(`/api/stories/${STORY}`)).json()) as { id: string; author: { id: string } }

describe('a page from the cache is the page rendered for that person alone', () => {
  const paths = specRoutes({ id: 'VIEWER', handle: 'viewer' })
    .filter(({ visitor }) => visitor === 'page')
    .flatMap(({ path }) => [path, `${path === '/' ? '' : path}/_payload.json`])

  let readers: Reader[]
  beforeAll(async () => {
    readers = [await aReader(), await aReader('editor')]
  })

  test.each(paths)('%s', async (listed) => {
    for (const reader of readers)
      expect(await differences(reader, listed.replace('VIEWER', reader.person.id))).toEqual([])
  })

  test('with likes, bookmarks, follows and notifications', async () => {
    const { id, author } = await storyId()
    const one = await aReader('reader', 'Marked')
    const other = await aReader('reader', 'Unmarked')
    const writer = await anEstablishedPerson(database.db)
    const asWriter = await clientOf(app, writer)
    const body = { text: 'A response to like' }
    const response = String((await asWriter(`POST /api/stories/${id}/responses`, body)).body['id'])
    const pages = [`/story/${STORY}`, '/latest', '/category/nature', '/creators', `/user/${author.id}`, '/']
    // Both have visited all pages before the marks change.
    for (const path of pages) for (const reader of [one, other]) await shared(reader, path)

    await one.call(`PUT /api/stories/${id}/like`)
    await one.call(`PUT /api/stories/${id}/bookmark`)
    await one.call(`PUT /api/responses/${response}/like`)
    await one.call(`PUT /api/people/${author.id}/follow`)
    await one.call('PUT /api/topics/category/nature')
    for (const path of pages) {
      for (const reader of [one, other]) expect(await differences(reader, path)).toEqual([])
    }
    const story = await shared(one, `/story/${STORY}/_payload.json`)
    expect(JSON.parse(story).loaderData['page:/story/:article']).toMatchObject({
      story: { liked: true, saved: true, followed: [author.id] },
    })
    await one.call(`DELETE /api/stories/${id}/like`)
    expect(await differences(one, `/story/${STORY}`)).toEqual([])
  })

  test('with a response that waits for review, a block, and as an author', async () => {
    const { id, author } = await storyId()
    const held = await aReader('reader', 'Held')
    await held.call(`POST /api/stories/${id}/responses`, { text: 'My first response' })
    const blocking = await aReader('reader', 'Blocking')
    const writer = await anEstablishedPerson(database.db)
    const asWriter = await clientOf(app, writer)
    await asWriter(`POST /api/stories/${id}/responses`, { text: 'A blocked text' })
    expect(await shared(blocking, `/story/${STORY}`)).toContain('A blocked text')
    await blocking.call(`PUT /api/people/${writer.id}/block`)
    for (const reader of [held, blocking]) {
      expect(await differences(reader, `/story/${STORY}`)).toEqual([])
    }
    expect(await shared(held, `/story/${STORY}`)).toContain('My first response')
    expect(await shared(blocking, `/story/${STORY}`)).not.toContain('A blocked text')
    const muting = await aReader('reader', 'Muting')
    await muting.call(`PUT /api/people/${author.id}/mute`)
    const profile = `/user/${author.id}`
    expect(await differences(muting, profile)).toEqual([])
  })
})

test('name, picture and unread count are those of the reader, and of no other', async () => {
  const [one, other] = [await aReader('reader', 'Ida Only'), await aReader('reader', 'Otto Only')]
  for (const path of [`/story/${STORY}`, '/latest', '/', `/story/${STORY}/_payload.json`]) {
    const mine = await shared(one, path)
    const theirs = await shared(other, path)
    expect(mine).toContain(one.person.uid)
    expect(theirs).toContain(other.person.uid)
    for (const foreign of [other.person.uid, other.person.handle, 'Otto']) expect(mine).not.toContain(foreign)
    for (const foreign of [one.person.uid, one.person.handle, 'Ida']) expect(theirs).not.toContain(foreign)
    const visitor = await (await app.get(path)).text()
    for (const foreign of ['Ida', 'Otto', one.person.uid, other.person.uid]) expect(visitor).not.toContain(foreign)
  }
})

test('the joined gzip stream is the same page', async () => {
  const reader = await aReader()
  const plain = await shared(reader, `/story/${STORY}`)
  for (const encoding of ['gzip', 'gzip, deflate, br, zstd']) {
    const { encoded, body } = await rawGet(`/story/${STORY}`, { 'cookie': reader.cookie, 'accept-encoding': encoding })
    expect(encoded).toBe('gzip')
    expect(gunzipSync(body).toString()).toBe(plain)
  }
})

/** Without decompression. */
function rawGet(path: string, headers: Record<string, string>) {
  return new Promise<{ encoded: string | undefined; body: Buffer }>((resolve, reject) => {
    httpRequest(app.url + path, { headers }, (response) => {
      const pieces: Buffer[] = []
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => resolve({ encoded: response.headers['content-encoding'], body: Buffer.concat(pieces) }))
    })
      .on('error', reject)
      .end()
  })
}

test('links in the gaps have the base path, and HEAD has the headers of GET', async () => {
  const reader = await aReader()
  const based = await anApp(database, { BASE_URL: '/blog' })
  const headers = { 'cookie': reader.cookie, 'accept-encoding': 'identity' }
  for (const visit of ['first', 'from memory']) {
    const page = await based.get('/blog/latest', { headers })
    const length = page.headers.get('content-length')
    const html = await page.text()
    expect(html, visit).toContain('href="/blog/user/notifications"')
    expect(html).toContain(`href="/blog/user/${reader.person.handle}"`)
    const head = await based.get('/blog/latest', { method: 'HEAD', headers })
    expect([head.status, head.headers.get('content-length'), head.headers.get('cache-control')]).toEqual([
      200,
      length,
      'private, no-store',
    ])
  }
})

test('a member gets 404 for a story that does not exist, and a redirect for an old address', async () => {
  const { cookie } = await aReader()
  const get = (path: string) => app.get(path, { headers: { cookie, accept: 'text/html' } })
  expect((await get('/story/no-such-story')).status).toBe(404)
  const { status, headers } = await get('/login')
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
    302,
    '/auth/newauth',
    'private, no-store',
  ])
})

test('a new role shows on the next page, also when it is taken away', async () => {
  const reader = await aReader()
  const { id } = await storyId()
  const writer = await anEstablishedPerson(database.db)
  await (
    await clientOf(app, writer)
  )(`POST /api/stories/${id}/responses`, { text: 'To be moderated' })
  const canHide = async () => (await shared(reader, `/story/${STORY}/_payload.json`)).includes('"hide":true')
  for (const role of ['editor', 'reader'] as const) {
    await canHide()
    await inTransaction(app.ctx, (tx) => setRole(tx, { handle: reader.person.handle }, role))
    // The change arrives from the database.
    await expect.poll(canHide, patiently).toBe(role === 'editor')
  }
})

test('ending a session and a new name show on the next page', async () => {
  const reader = await aReader('reader', 'Before')
  await shared(reader, '/latest')
  await reader.call('PUT /api/profile', { name: 'After', handle: reader.person.handle, about: '' })
  expect(await shared(reader, '/latest')).toContain('After')
  await reader.call('DELETE /api/account/sessions')
  expect(await (await app.get('/latest', { headers: { cookie: reader.cookie } })).text()).not.toContain('After')
})
