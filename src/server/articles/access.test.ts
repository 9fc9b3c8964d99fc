import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDocument, aDraft } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

/** An article with one of each nested resource, and its author's client. */
async function aWholeArticle() {
  const ada = await aPerson(database.db, 'author')
  const call = await clientOf(app, ada)
  const { id } = await aDraft(database.db, ada.id)
  const note = (await call(`POST /api/articles/${id}/notes`, { text: 'Hm.' })).body['id']
  const link = (await call(`POST /api/articles/${id}/links`, {})).body
  const revision = newId()
  const text = { title: 'Before', subtitle: '', body: JSON.stringify(aDocument()), wordCount: 5, version: 1 }
  await database.db
    .insertInto('revision')
    .values({ id: revision, articleId: id, kind: 'saved', savedBy: ada.id, savedAt: new Date(), ...text })
    .execute()
  return { id, call, note: String(note), link, revision }
}

const below = (id: string, { note, link, revision }: { note: string; link: string; revision: string }) =>
  [
    [`PUT /api/articles/${id}/co-authors`, { people: [] }],
    [`GET /api/articles/${id}/revisions`],
    [`GET /api/articles/${id}/revisions/${revision}`],
    [`POST /api/articles/${id}/revisions/${revision}/restore`, { version: 1 }],
    [`GET /api/articles/${id}/notes`],
    [`POST /api/articles/${id}/notes`, { quote: '', text: 'Mine' }],
    [`PATCH /api/articles/${id}/notes/${note}`, { resolved: true }],
    [`DELETE /api/articles/${id}/notes/${note}`],
    [`GET /api/articles/${id}/links`],
    [`POST /api/articles/${id}/links`, { days: 3 }],
    [`DELETE /api/articles/${id}/links/${link}`],
    [`GET /api/previews/${id}`],
  ] satisfies [string, unknown?][]

async function answers(call: Call, keys: [string, unknown?][]) {
  const all: string[] = []
  for (const [key, body] of keys) {
    const { status, body: answer } = await call(key, body)
    all.push(`${key} ${status} ${answer.error?.code ?? ''}`)
  }
  return all
}

test('strangers get not-found for every nested route; the author gets all of them', async () => {
  const { id, call, note, link, revision } = await aWholeArticle()
  const parts = below(id, { note, link: String(link['id']), revision })
  for (const role of ['reader', 'author'] as const) {
    const stranger = await clientOf(app, await aPerson(database.db, role))
    expect(await answers(stranger, parts)).toEqual(parts.map(([key]) => `${key} 404 not-found`))
  }
  expect(await answers(call, parts)).toEqual(parts.map(([key]) => `${key} 200 `))
})

test('a missing article answers like a forbidden one', async () => {
  const editor = await clientOf(app, await aPerson(database.db, 'editor'))
  const parts = below(newId(), { note: newId(), link: newId(), revision: newId() })
  expect(await answers(editor, parts)).toEqual(parts.map(([key]) => `${key} 404 not-found`))
  expect((await editor(`PUT /api/articles/${newId()}/featured`, { featured: true })).status).toBe(404)
})

test('a preview opened with a key is not cached', async () => {
  const { id, link } = await aWholeArticle()
  const visitor = await clientOf(app, null)
  const { status, headers } = await visitor(`GET /api/previews/${id}?key=${String(link['key'])}`)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('the desk lists own articles, editors see all, and counts include every state', async () => {
  const { id, call } = await aWholeArticle()
  const { body } = await call('GET /api/articles?state=draft&sort=title&limit=5')
  expect(body['items']).toMatchObject([{ id }])
  expect((await call('GET /api/articles/counts')).body).toMatchObject({ draft: 1, removed: 0 })
  const editor = await clientOf(app, await aPerson(database.db, 'editor'))
  for (const key of ['GET /api/admin/articles', 'GET /api/admin/reviewers', `GET /api/admin/articles/${id}/review`]) {
    expect((await call(key)).status).toBe(403)
    expect((await editor(key)).status).toBe(200)
  }
  for (const bad of ['sort=random', 'state=lost', 'limit=51', 'before=x', 'author=x']) {
    expect((await call(`GET /api/articles?${bad}`)).body.error?.code).toBe('invalid')
  }
})

test('every writer can list templates and only editors can create them', async () => {
  const reader = await clientOf(app, await aPerson(database.db))
  const editor = await clientOf(app, await aPerson(database.db, 'editor'))
  const made = await editor('POST /api/templates', { kind: 'prompt', name: '  What did you see? ' })
  const id = String(made.body['id'])
  expect(made.body).toEqual({ id, kind: 'prompt', name: 'What did you see?', description: '', title: '', body: null })
  expect((await editor('PUT /api/templates/order', { ids: [id] })).body).toMatchObject([{ id }])
  expect((await reader('GET /api/templates')).body).toMatchObject([{ id }])
  expect((await reader('POST /api/templates', { kind: 'prompt', name: 'x' })).status).toBe(403)
  expect((await reader(`DELETE /api/templates/${id}`)).status).toBe(403)
  expect((await editor(`DELETE /api/templates/${id}`)).body).toEqual({ deleted: true })
})

test('a note with an overlong quote or no text is refused', async () => {
  const { id, call } = await aWholeArticle()
  for (const body of [{ quote: 'x'.repeat(1001), text: 'x' }, { text: ' ' }, { text: 'x'.repeat(5001) }]) {
    expect((await call(`POST /api/articles/${id}/notes`, body)).body.error?.code).toBe('invalid')
  }
  expect((await call(`POST /api/articles/${id}/links`, { days: 366 })).body.error?.code).toBe('invalid')
})
