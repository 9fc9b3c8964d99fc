import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { anArticle } from '#test/articles.ts'
import { clientOf } from '#test/client.ts'
import { anEstablishedPerson } from '#test/conversation.ts'
import { hostileTitles } from '#test/hostile-titles.ts'
import type { TestPerson } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'

let database: Database
let app: TestApp
let author: TestPerson
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  author = await anEstablishedPerson(database.db, 'author')
})

async function aTalk() {
  const { slug } = await anArticle(database.db, author.id)
  const person = await anEstablishedPerson(database.db)
  const call = await clientOf(app, person)
  const respond = (text: string) => call(`POST /api/stories/${slug}/responses`, { text })
  return { slug, person, call, respond }
}

describe('an oversized response', () => {
  test('is refused by body size before parsing, and by text length', async () => {
    const { respond, call } = await aTalk()
    const { body } = await respond('Short')
    for (const key of [`POST /api/stories/x/responses`, `PATCH /api/responses/${String(body['id'])}`]) {
      const answer = await call(key, { text: 'x'.repeat(1024 * 1024) })
      expect([answer.status, answer.body.error?.code]).toEqual([413, 'too-large'])
    }
    expect(await respond('x'.repeat(10_001))).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
    expect(await respond('🎉'.repeat(5000))).toMatchObject({ status: 200 })
    expect(await respond('   ')).toMatchObject({ status: 400 })
    const report = { reason: 'other', note: 'x'.repeat(1001) }
    expect(await call(`POST /api/responses/${String(body['id'])}/report`, report)).toMatchObject({ status: 400 })
  })
})

test.each(Object.entries({ ...hostileTitles, 'a picture': '<img src=x onerror=alert(1)>' }))(
  '%s is stored and shown as text',
  async (_what, text) => {
    const { respond, slug } = await aTalk()
    const { body } = await respond(text)
    expect(body['text']).toBe(text.trim())
    expect(body['pieces']).toEqual([{ text: text.trim() }])
    const page = await (await app.get(`/story/${slug}`)).text()
    expect(page).not.toContain('<script>alert(1)')
    expect(page).not.toContain('<img src=x')
  },
)

test('a response exposes no account data', async () => {
  const { respond, slug, person } = await aTalk()
  await respond('Said')
  const anonymous = await clientOf(app, null)
  const { body } = await anonymous(`GET /api/stories/${slug}/responses`)
  const sent = JSON.stringify(body)
  for (const secret of [person.uid, person.email]) expect(sent).not.toContain(secret)
  expect(body).toMatchObject({ count: 1, items: [{ response: { liked: false, editableUntil: null } }] })
})

test('a visitor can read but not write', async () => {
  const { respond, slug } = await aTalk()
  const id = String((await respond('Said')).body['id'])
  const call = await clientOf(app, null)
  expect((await call(`GET /api/responses/${id}`)).status).toBe(200)
  expect((await call(`GET /api/responses/${id}/replies`)).status).toBe(200)
  const writes: [string, unknown?][] = [
    [`POST /api/stories/${slug}/responses`, { text: 'x' }],
    [`PATCH /api/responses/${id}`, { text: 'x' }],
    [`DELETE /api/responses/${id}`],
    ...['like', 'pin', 'hidden'].flatMap((what): [string][] => [
      [`PUT /api/responses/${id}/${what}`],
      [`DELETE /api/responses/${id}/${what}`],
    ]),
    [`PUT /api/stories/${slug}/like`],
    [`DELETE /api/stories/${slug}/like`],
    [`POST /api/responses/${id}/report`, { reason: 'spam' }],
  ]
  for (const [key, body] of writes) expect((await call(key, body)).status, key).toBe(401)
  expect((await call(`GET /api/stories/${slug}/mentionable`)).status).toBe(401)
})

test('a new response, a like and a deletion invalidate the cached page', async () => {
  const { respond, call, slug } = await aTalk()
  const page = async () => (await app.get(`/story/${slug}`)).text()
  expect(await page()).not.toContain('Fresh as dew')
  const id = String((await respond('Fresh as dew')).body['id'])
  expect(await page()).toContain('Fresh as dew')
  await call(`DELETE /api/responses/${id}`)
  expect(await page()).not.toContain('Fresh as dew')
})

test('responses are rate limited', async () => {
  const strict = await anApp(database, { RELAX_LIMITS: '' })
  const { slug } = await anArticle(database.db, author.id)
  const call = await clientOf(strict, await anEstablishedPerson(database.db))
  const statuses: number[] = []
  for (let nth = 0; nth < 12; nth++) {
    statuses.push((await call(`POST /api/stories/${slug}/responses`, { text: `Flood ${nth}` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
})
