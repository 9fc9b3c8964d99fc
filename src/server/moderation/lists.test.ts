import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { anEstablishedPerson, as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, signedIn } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import { reportResponse } from '#server/conversation/report.ts'
import { respond } from '#server/conversation/respond.ts'
import type { Database } from '#server/platform/db.ts'
import { getCase, listCases } from './cases.ts'
import { decide } from './decide.ts'
import { listResponses } from './responses.ts'

let database: Database
let app: TestApp
let editor: Viewer
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  editor = await aPerson(database.db, 'editor')
})

async function aConversation(name?: string) {
  const author = await anEstablishedPerson(database.db, 'author')
  const story = await anArticle(database.db, author.id)
  const writer = await anEstablishedPerson(database.db, 'reader', name ? { name } : {})
  const { id } = await respond(as(database.db, writer), story.id, { text: 'Well said.', parent: null })
  return { story, writer, id, caseId: `response:${id}` }
}

async function report(id: string) {
  await reportResponse(as(database.db, await aPerson(database.db)), id, { reason: 'spam', note: '' })
}

const plain = { reason: 'spam', note: '', days: null } as const

describe('a target that has no case', () => {
  test('is presented without a write, and gets one with the first decision', async () => {
    const { db } = database
    const { story, writer, id, caseId } = await aConversation()
    const targets = [caseId, `story:${story.id}`, `person:${writer.id}`]
    const read = (target: string) =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => getCase(as(tx, editor), target))
    for (const target of targets) {
      expect(await read(target)).toMatchObject({ id: target, open: false, reports: 0, appeal: null, decisions: [] })
    }
    expect(await read(caseId)).toMatchObject({ text: 'Well said.', state: 'shown', person: { id: writer.id } })
    const stored = db.selectFrom('moderationCase').select('id').where('id', 'in', targets)
    expect(await stored.execute()).toEqual([])
    await decide(as(db, editor), `response:${id}`, { ...plain, action: 'hide' })
    expect(await stored.execute()).toEqual([{ id: caseId }])
    expect(await read(caseId)).toMatchObject({ state: 'hidden', decisions: [{ action: 'hide' }] })
  })

  test('that does not exist is not found', async () => {
    await expect(getCase(as(database.db, editor), `response:${'x'.repeat(20)}`)).rejects.toThrow('Not found')
  })
})

describe('the cases', () => {
  const ids = async (asked: Partial<Parameters<typeof listCases>[1]>) =>
    (await listCases(as(database.db, editor), { view: 'open', limit: 100, ...asked })).items.map(({ id }) => id)

  test('are found by the name and the handle of the person, also of one who is disabled', async () => {
    const { writer, id, caseId } = await aConversation('Zenobia Quark')
    await report(id)
    await database.db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', writer.id).execute()
    expect(await ids({ q: 'zeno' })).toEqual([caseId])
    expect(await ids({ q: `@${writer.handle}`, view: 'reported' })).toEqual([caseId])
    expect(await ids({ q: 'zeno', kind: 'person' })).toEqual([])
    expect(await ids({ q: 'zeno', view: 'held' })).toEqual([])
  })

  test('are sorted by reports where a view allows it, and by age otherwise', async () => {
    const [few, many] = [await aConversation('Sorta One'), await aConversation('Sorta Two')]
    for (const { id } of [few, many, many]) await report(id)
    expect(await ids({ q: 'sorta', sort: '-reports' })).toEqual([many.caseId, few.caseId])
    expect(await ids({ q: 'sorta', sort: 'reports', view: 'reported' })).toEqual([few.caseId, many.caseId])
    expect(await ids({ q: 'sorta', sort: '-opened' })).toEqual([many.caseId, few.caseId])
    for (const { id } of [few, many]) {
      await database.db.updateTable('response').set({ state: 'held', heldFor: 'words' }).where('id', '=', id).execute()
    }
    expect(await ids({ q: 'sorta', sort: '-reports', view: 'held', kind: 'response' })).toEqual([
      few.caseId,
      many.caseId,
    ])
    expect(await ids({ q: 'sorta', view: 'held', kind: 'story' })).toEqual([])
  })
})

test('all responses are filtered by author, story, words and state, and say what the viewer can decide', async () => {
  const { db } = database
  const { story, writer, caseId } = await aConversation()
  const listed = async (asked: Partial<Parameters<typeof listResponses>[1]>, by = editor) =>
    (await listResponses(as(db, by), { limit: 10, author: writer.handle, ...asked })).items
  const [first] = await listed({})
  expect(first).toMatchObject({ id: caseId, state: 'shown', reports: 0 })
  expect(first?.can).toEqual(['hide', 'delete', 'warn', 'ban', 'shadow-hold'])
  expect(await listed({ story: story.slug, q: 'sai', state: 'shown', sort: '-reports' })).toHaveLength(1)
  expect(await listed({ q: 'unsaid' })).toEqual([])
  expect(await listed({ author: 'nobody-with-this-handle' })).toEqual([])
  await decide(as(db, editor), caseId, { ...plain, action: 'shadow-hold' })
  for (const sort of ['-created', '-reports'] as const) {
    const [held] = await listed({ state: 'shadow', sort })
    expect(held?.can).toContain('end-shadow-hold')
  }
  // Editors do not sanction people with their own role.
  await db.updateTable('person').set({ role: 'editor' }).where('id', '=', writer.id).execute()
  expect((await listed({}))[0]?.can).toEqual(['approve', 'hide', 'delete'])
})

test('the exports have the filters of the lists, and are refused to readers', async () => {
  const { writer, id } = await aConversation('Exporta Nova')
  await report(id)
  const read = async (path: string, person: Viewer) =>
    app.get(path, { headers: { cookie: await signedIn(database.db, person) } })
  const cases = (await (await read('/api/admin/moderation.csv?view=reported&q=exporta', editor)).text()).trim()
  expect(cases.split('\r\n')).toHaveLength(2)
  expect(cases).toContain(`response:${id},response,${writer.handle}`)
  const all = (await (await read(`/api/admin/responses.csv?author=${writer.handle}`, editor)).text()).trim()
  expect(all.split('\r\n')[1]).toContain(`${id},${writer.handle}`)
  for (const path of ['/api/admin/moderation.csv', '/api/admin/responses.csv']) {
    expect((await read(path, writer)).status).toBe(403)
  }
})
