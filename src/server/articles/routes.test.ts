import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDocument } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson, aSession } from '#test/people.ts'
import { anArticleIn } from '#test/workflow.ts'
import type { Article } from '#contract/articles/articles.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

let database: Database
let app: TestApp
let author: TestPerson
let call: Awaited<ReturnType<typeof clientOf>>
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  author = await aPerson(database.db, 'author')
  call = await clientOf(author)
})

async function clientOf(person: TestPerson, at = app) {
  const { bearer, cookie } = await aSession(database.db, person, at.ctx)
  return async (key: string, body?: unknown) => {
    const [method = '', path = ''] = key.split(' ')
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { authorization: bearer, cookie, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await at.get(path, { method, headers, ...json })
    return { status: response.status, body: (await response.json()) as Article & ErrorReply }
  }
}

test('an article is created, saved, published, read, and redirected from its old slug', async () => {
  const id = newId()
  expect(await call('POST /api/articles', { id, save: 'a' })).toMatchObject({ status: 200, body: { id, version: 1 } })
  const text = { title: 'Over the wire', body: aDocument('Some words.') }
  const saved = await call(`PUT /api/articles/${id}/draft`, { ...text, version: 1, save: 'b' })
  expect(saved).toMatchObject({ status: 200, body: { version: 2, words: 2, changed: true } })
  expect((await app.get(`/story/${id}`)).status).toBe(404)
  const shown = await call(`POST /api/articles/${id}/moves`, { move: 'publish', version: 2 })
  expect(shown).toMatchObject({ status: 200, body: { state: 'published', ref: 'over-the-wire' } })
  expect(await (await app.get('/story/over-the-wire')).text()).toContain('Some words.')

  await call(`PUT /api/articles/${id}/draft`, { slug: 'under-the-wire', version: 2, save: 'c' })
  await call(`POST /api/articles/${id}/moves`, { move: 'update' })
  const moved = await app.get('/story/over-the-wire')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/story/under-the-wire'])
  const payload = await app.get('/story/over-the-wire/_payload.json')
  expect([payload.status, await payload.json()]).toEqual([
    200,
    { redirect: { to: '/story/under-the-wire', external: false } },
  ])
  const signedIn = await call('GET /story/over-the-wire/_payload.json')
  expect(signedIn).toMatchObject({ status: 200, body: { redirect: { to: '/story/under-the-wire' } } })
  expect(await call(`GET /api/articles/${id}/moves`)).toMatchObject({
    body: [
      { move: 'update', from: 'published', to: 'published' },
      { move: 'publish', from: 'draft', to: 'published' },
    ],
  })
})

test('an old slug in another script redirects', async () => {
  const { id } = await anArticleIn(database.db, 'published', author.id, { slug: 'زاوية' })
  await call(`PUT /api/articles/${id}/draft`, { slug: 'زاوية-منيب', version: 1, save: 'a' })
  await call(`POST /api/articles/${id}/moves`, { move: 'update' })
  const moved = await app.get(`/story/${encodeURIComponent('زاوية')}`)
  expect(moved.status).toBe(301)
  expect(decodeURIComponent(moved.headers.get('location') ?? '')).toBe('/story/زاوية-منيب')
  expect((await app.get(moved.headers.get('location') ?? '')).status).toBe(200)
})

test('an old slug redirects below the base path', async () => {
  const { id, slug } = await anArticleIn(database.db, 'published', author.id)
  await call(`PUT /api/articles/${id}/draft`, { slug: `${slug}-b`, version: 1, save: 'a' })
  await call(`POST /api/articles/${id}/moves`, { move: 'update' })
  const based = await anApp(database, { BASE_URL: '/blog' })
  const moved = await based.get(`/blog/story/${slug}`)
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/blog/story/${slug}-b`])
})

test('the page of a removed story is gone at once', async () => {
  const { id, slug } = await anArticleIn(database.db, 'published', author.id, { title: 'Not for long' })
  expect((await app.get(`/story/${slug}`)).status).toBe(200)
  const editor = await clientOf(await aPerson(database.db, 'editor'))
  await editor(`POST /api/articles/${id}/moves`, { move: 'remove', note: 'Against the rules' })
  const page = await app.get(`/story/${slug}`)
  const html = await page.text()
  expect(page.status).toBe(410)
  expect(html).toContain('This story was removed.')
  expect(html).toContain('removed by the site’s editors')
  expect(html).not.toContain('Not for long')
  expect(html).not.toContain('Something went wrong')
  expect(await call(`GET /api/stories/${slug}`)).toMatchObject({ status: 410, body: { error: { code: 'gone' } } })
  expect((await app.get(`/story/${slug}/_payload.json`)).status).toBe(410)
})

test('refusals have a status, a code and a message', async () => {
  const own = await anArticleIn(database.db, 'published', author.id)
  const others = await anArticleIn(database.db, 'draft', (await aPerson(database.db, 'author')).id)
  const refused = async (id: string, body: unknown) => {
    const answer = await call(`POST /api/articles/${id}/moves`, body)
    const { code, message } = answer.body.error
    return [answer.status, code, message]
  }
  expect(await refused(own.id, { move: 'publish' })).toEqual([
    409,
    'wrong-state',
    'This story is published. This action is not available now.',
  ])
  expect(await refused(own.id, { move: 'remove', note: 'x' })).toEqual([403, 'not-allowed', expect.any(String)])
  expect(await refused(others.id, { move: 'publish' })).toEqual([404, 'not-found', expect.any(String)])
  expect(await refused(own.id, { move: 'fly' })).toEqual([400, 'invalid', expect.any(String)])
  expect(await call(`DELETE /api/articles/${own.id}`)).toMatchObject({ status: 409 })
})

test('bulk transitions', async () => {
  const one = await anArticleIn(database.db, 'draft', author.id)
  const answer = await call('POST /api/articles/moves', { ids: [one.id, newId()], move: 'trash' })
  expect(answer).toMatchObject({ status: 200, body: [{ refused: null }, { refused: { code: 'not-found' } }] })
  expect(await call(`DELETE /api/articles/${one.id}`)).toEqual({ status: 200, body: { deleted: true } })
  expect(await call(`GET /api/articles/${one.id}`)).toMatchObject({ status: 404 })
})

test('documents beyond the rate limit are refused with the seconds to wait', async () => {
  const strict = await anApp(database, { RELAX_LIMITS: '0' })
  const person = await aPerson(database.db)
  const send = await clientOf(person, strict)
  const id = newId()
  const body = { type: 'doc', content: Array.from({ length: 20_000 }, () => ({ type: 'paragraph' })) }
  const kilobytes = Math.ceil(JSON.stringify(body).length / 1024)
  await strict.ctx.db
    .insertInto('rateLimit')
    .values({ key: `document:${person.id}`, count: 24 * 1024 - kilobytes, endsAt: new Date(Date.now() + 30_000) })
    .execute()
  expect((await send('POST /api/articles', { id, save: 'a', body })).status).toBe(200)
  const refused = await send(`PUT /api/articles/${id}/draft`, { body, version: 1, save: 'b' })
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too-many-requests'])
  // Saves without a body are not limited.
  const title = await send(`PUT /api/articles/${id}/draft`, { title: 'Still saved', version: 1, save: 'c' })
  expect(title.status).toBe(200)
})
