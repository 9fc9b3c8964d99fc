import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { anEstablishedPerson, as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import type { ModerationRules } from '#contract/moderation/moderation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { reportResponse } from '#server/conversation/report.ts'
import { respond } from '#server/conversation/respond.ts'
import type { Db } from '#server/platform/db.ts'
import { listResponses } from './responses.ts'
import { checkPastResponses, getStoredRules, testRules, updateRules } from './rules.ts'

let app: TestApp
let db: Db
let editor: Viewer
let asEditor: Call
beforeAll(async () => {
  app = await anApp(await aDatabase())
  db = app.ctx.db
  editor = await aPerson(db, 'editor')
  asEditor = await clientOf(app, editor)
})

const strict: ModerationRules = {
  holdFirst: 'never',
  blockedWords: ['casino'],
  blockedDomains: ['evil.example'],
  maxLinks: 0,
  reportsToHold: 1,
}

test('changed rules apply to the next response, are audited and detect a concurrent change', async () => {
  const { rules, version, defaults } = await getStoredRules(as(db, editor))
  expect(rules).toEqual(defaults)
  const saved = await updateRules(as(db, editor), { ...strict, blockedWords: ['casino', 'casino'] }, version)
  expect(saved.rules).toEqual(strict)
  await expect(updateRules(as(db, editor), defaults, version)).rejects.toMatchObject({
    code: 'version-conflict',
    details: { current: strict, version: saved.version },
  })
  const entry = await db
    .selectFrom('auditEntry')
    .select(['before', 'after'])
    .where('action', '=', 'moderation-rules.changed')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    before: { holdFirst: 'new', maxLinks: 2, reportsToHold: 3 },
    after: {
      holdFirst: 'never',
      maxLinks: 0,
      reportsToHold: 1,
      blockedWords: ['casino'],
      blockedDomains: ['evil.example'],
    },
  })

  const story = await anArticle(db, (await anEstablishedPerson(db, 'author')).id)
  const writer = await anEstablishedPerson(db)
  const heldFor = async (text: string) => (await respond(as(db, writer), story.id, { text, parent: null })).heldFor
  expect(await heldFor('The best C4S1NO')).toBe('words')
  expect(await heldFor('See www.evil.example')).toBe('domains')
  expect(await heldFor('See https://good.example')).toBe('links')
  const shown = await respond(as(db, writer), story.id, { text: 'Hello.', parent: null })
  expect(shown.heldFor).toBeNull()
  await reportResponse(as(db, await aPerson(db)), shown.id, { reason: 'spam', note: '' })
  const row = await db.selectFrom('response').select('heldFor').where('id', '=', shown.id).executeTakeFirstOrThrow()
  expect(row.heldFor).toBe('reports')
})

test('the test box names every rule that would hold a text', () => {
  const { matches } = testRules(strict, 'The casino at https://evil.example')
  expect(matches).toEqual([
    { rule: 'words', entry: 'casino', found: 'casino' },
    { rule: 'domains', entry: 'evil.example', found: 'evil.example' },
    { rule: 'links', entry: '1', found: '' },
  ])
})

test('unsaved rules are checked against past responses, except those of people who are never held', async () => {
  const author = await anEstablishedPerson(db, 'author')
  const story = await anArticle(db, author.id)
  const writer = await anEstablishedPerson(db)
  const text = 'A zebra crosses.'
  for (const person of [writer, author, editor]) await respond(as(db, person), story.id, { text, parent: null })
  const found = await checkPastResponses(as(db, editor), {
    ...strict,
    blockedWords: ['zebra'],
    blockedDomains: [],
    maxLinks: 9,
  })
  expect(found).toMatchObject({
    held: 1,
    counts: { words: 1, domains: 0, links: 0 },
    samples: [{ response: { text, author: { id: writer.id } }, match: { entry: 'zebra' } }],
  })
})

test('all responses are found by words, author, story and state', async () => {
  const story = await anArticle(db, (await anEstablishedPerson(db, 'author')).id)
  const writer = await anEstablishedPerson(db)
  const texts = ['Das Rotkehlchen singt.', '知更鸟在唱歌。', 'Casino in the rain.']
  const ids: string[] = []
  for (const text of texts) {
    ids.push(`response:${(await respond(as(db, writer), story.id, { text, parent: null })).id}`)
  }
  const find = async (asked: Partial<Parameters<typeof listResponses>[1]>) =>
    (await listResponses(as(db, editor), { limit: 50, story: story.slug, ...asked })).items.map(({ id }) => id)
  expect(await find({})).toEqual(ids.toReversed())
  expect(await find({ sort: 'created', author: `@${writer.handle}` })).toEqual(ids)
  expect(await find({ q: 'rotkehl' })).toEqual([ids[0]])
  expect(await find({ q: '知更鸟' })).toEqual([ids[1]])
  expect(await find({ state: 'held' })).toEqual([ids[2]])
  expect(await find({ author: 'no-such-person' })).toEqual([])
})

test('the queue and its decisions are for editors', async () => {
  const asAuthor = await clientOf(app, await aPerson(db, 'author'))
  const decision = { targets: [`person:${editor.id}`], action: 'approve' }
  expect((await asAuthor('GET /api/admin/moderation')).status).toBe(403)
  expect((await asAuthor('POST /api/admin/moderation/decisions', decision)).status).toBe(403)
  expect((await asEditor('GET /api/admin/moderation?view=held')).status).toBe(200)
  expect((await asEditor('GET /api/admin/moderation/counts')).body).toMatchObject({ open: expect.any(Number) })
  const outcome = await asEditor('POST /api/admin/moderation/decisions', decision)
  expect(outcome.body).toEqual([{ id: `person:${editor.id}`, decision: null, refused: null }])
})
