import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, aSession, signedIn } from '#test/people.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { loadDemo } from '#server/demo/load.ts'
import { rows } from '#site/routes.ts'
import type { Database } from './db.ts'

let database: Database
let app: TestApp
let headers: { authorization: string }
let cookie: string
/** Values for the parameters of addresses. */
const params: Record<string, string> = {}

beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  const { db } = database
  await loadDemo(app.ctx, 'demo')
  const admin = await aPerson(db, 'admin')
  headers = { authorization: (await aSession(db, admin, app.ctx)).bearer }
  cookie = await signedIn(db, admin)
  const story = await anArticle(db, admin.id)
  const call = await clientOf(app, admin)
  const response = await call(`POST /api/stories/${story.id}/responses`, { text: 'A response' })
  const list = await call('POST /api/lists', { name: 'All' })
  const other = await aPerson(db)
  await (
    await clientOf(app, other)
  )('POST /api/lists', { name: 'For all to see', public: true })
  const { body } = await call('POST /api/admin/webhooks', {
    url: 'https://example.com/hook',
    events: ['story.published'],
    description: '',
    enabled: true,
  })
  const webhook = body['webhook'] as { id: string }
  Object.assign(params, {
    'GET /api/admin/webhooks/{id}/deliveries': webhook.id,
    '/admin/webhooks/:id/deliveries': webhook.id,
    'GET /api/articles/{id}/revisions': story.id,
    'GET /api/stories/{ref}/responses': story.slug,
    'GET /api/responses/{id}/replies': response.body['id'],
    'GET /api/lists/{list}/stories': list.body['id'],
    'GET /api/people/{ref}/followers': admin.handle,
    'GET /api/people/{ref}/following': admin.handle,
    '/category/:categoryname': 'ideas',
    '/tag/:tag': 'recipes',
    '/user/:userId': admin.handle,
    '/user/bookmarks/:userId': other.handle,
    '/user/followers/:userId': admin.handle,
    '/user/following/:userId': admin.handle,
    '/user/notifications/:userID': admin.id,
  })
})

const lists = Object.entries<Endpoint>(endpoints).filter(([, { query }]) => query && 'before' in query.shape)
const cursor = (json: string) => Buffer.from(json).toString('base64url')
const id = 'aaaaaaaaaaaaaaaaaaaa'

/** Invalid for every sort order. */
const hostile = [
  '',
  ' ',
  'x',
  '=',
  '😀',
  '%00',
  '../../etc/passwd',
  'x'.repeat(100),
  'x'.repeat(1900),
  '[1,"a"]',
  ...[
    '[1e999,"a"]',
    '[-1,"a"]',
    '[]',
    '{}',
    'null',
    '"x"',
    '12',
    '[null,null]',
    '[1]]',
    `[1,"${id}","a"]`,
    `[1,"${id}",null]`,
    `[1,"aaaaaaaaaa\\u0000aaaaaaaaa"]`,
    `["${id}"]`,
    `["9999999-01-01T00:00:00Z",1]`,
    `[{"$gt":0},"${id}"]`,
    `[[1],"${id}"]`,
    `{"0":1,"1":"${id}","length":2}`,
    '{"__proto__":[1,"a"]}',
    '['.repeat(60),
  ].map(cursor),
]

/** Also sent for every sort order. */
const numbers = ['[1.5,"a"]', '[2147483648,"a"]', '[1e30,"a"]'].map(cursor)

/** Valid for the sort order of some lists, and invalid for others. */
const odd = [
  `[0,"${id}"]`,
  `[-1,"${id}"]`,
  `[1.5,"${id}"]`,
  `[2147483647,"${id}"]`,
  `[2147483648,"${id}"]`,
  `[8640000000000000,"${id}"]`,
  `[9007199254740993,"${id}"]`,
  `[1e30,"${id}"]`,
  `[1e308,"${id}"]`,
  `[-1e308,"${id}"]`,
  `["","${id}"]`,
  `["\\u0000","${id}"]`,
  `["\\ud800","${id}"]`,
  '[0]',
  '[2147483648]',
].map(cursor)

/** The view of a screen that has pages, when its first one has none. */
const pagedViews: Record<string, string> = {
  '/admin/analytics/site': 'path',
  '/admin/jobs': 'failed',
  '/admin/rewards': 'ledger',
  '/berrybasket': 'history',
}

/** Every query that changes the sort order of a list, one at a time. */
function choicesOf({ query }: Endpoint) {
  const choices = ['sort', 'state'].flatMap((name) => {
    const shape = query?.shape[name]
    const values = name in (query?.shape ?? {}) && shape ? optionsOf(shape) : []
    return values.map((value) => `&${name}=${value}`)
  })
  return ['', ...choices]
}

function optionsOf(shape: unknown): string[] {
  const { def } = shape as { def: { innerType?: unknown; entries?: Record<string, string> } }
  if (def.entries) return Object.values(def.entries)
  return def.innerType ? optionsOf(def.innerType) : []
}

describe('an invalid cursor', () => {
  test.each(lists)('is refused by %s', async (key, endpoint) => {
    const path = key.replace(/^GET /, '').replace(/\{\w+\}/, params[key] ?? 'missing')
    const needed = 'q' in (endpoint.query?.shape ?? {}) && key === 'GET /api/search' ? '&q=story' : ''
    const ask = async (before: string, choice: string) => {
      const response = await app.get(`${path}?before=${encodeURIComponent(before)}${needed}${choice}`, { headers })
      const { error } = (await response.json()) as { error?: { code: string } }
      return { status: response.status, code: error?.code }
    }
    const refused = await Promise.all(hostile.map((before) => ask(before, '')))
    for (const [at, outcome] of refused.entries())
      expect(outcome, hostile[at]).toEqual({ status: 400, code: 'invalid' })
    for (const choice of choicesOf(endpoint)) {
      const outcomes = await Promise.all(numbers.map((before) => ask(before, choice)))
      for (const outcome of outcomes) expect(outcome, choice).toEqual({ status: 400, code: 'invalid' })
      const answered = await Promise.all(odd.map((before) => ask(before, choice)))
      for (const [at, { status }] of answered.entries()) expect([200, 400], `${odd[at]}${choice}`).toContain(status)
    }
  })

  test.each(rows.filter(({ query }) => query?.includes('before')).map(({ path }) => path))(
    'shows %s from its beginning, with a notice and the title of the list',
    async (path) => {
      const address = path.replace(/:\w+/, params[path] ?? 'missing')
      const view = `&show=${pagedViews[path] ?? ''}`
      const read = async (query: string) => {
        const response = await app.get(`${address}?q=story${view}${query}`, {
          headers: { cookie, accept: 'text/html' },
        })
        const html = await response.text()
        return { status: response.status, title: /<title>([^<]*)/.exec(html)?.[1], html }
      }
      const [first, invalid] = await Promise.all([read(''), read(`&before=${cursor('[1.5,"a"]')}`)])
      expect(first.status).toBe(200)
      expect([invalid.status, invalid.title]).toEqual([400, first.title])
      expect(invalid.html).toContain('Showing the start of the list instead.')
      expect(first.html).not.toContain('Showing the start of the list instead.')
    },
  )
})
