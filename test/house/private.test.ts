import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { endpoints } from '#contract/endpoints.ts'
import { roles } from '#contract/endpoint.ts'
import { saveStory } from '#server/bookmarks/save.ts'
import { newId } from '#server/platform/ids.ts'

/** Endpoints for private data: everyone but the owner calls each of them. */
const privately = /\{list\}|^\w+ \/api\/notifications\/\{id\}/
const keys = [...Object.keys(endpoints).filter((key) => privately.test(key)), 'PUT /api/lists/order']

let app: TestApp
let mine: { list: string; id: string; ref: string }
let others: { who: string; call: Call }[]
let owner: Call
beforeAll(async () => {
  const database = await aDatabase()
  const { db } = database
  app = await anApp(database)
  const ada = await aPerson(db)
  const story = await anArticle(db, (await aPerson(db, 'author')).id)
  const {
    lists: [list = ''],
  } = await saveStory(aCtx(db, { viewer: ada }) as Parameters<typeof saveStory>[0], story.id)
  const id = newId()
  const at = new Date()
  const line = { personId: ada.id, seq: 1, kind: 'follow', about: 'follow', createdAt: at, updatedAt: at } as const
  await db
    .insertInto('notification')
    .values({ id, ...line })
    .execute()
  await db.insertInto('notificationState').values({ personId: ada.id, lastSeq: 1, unread: 1 }).execute()
  mine = { list, id, ref: story.id }
  owner = await clientOf(app, ada)
  others = [{ who: 'a visitor', call: await clientOf(app, null) }]
  for (const role of roles) others.push({ who: `another ${role}`, call: await clientOf(app, await aPerson(db, role)) })
})

/** A valid body, so that a refusal is about access and not about validation. */
function bodyOf(key: string) {
  if (key === 'PUT /api/lists/order') return { lists: [mine.list] }
  if (key.endsWith('/place')) return { after: null }
  if (key.endsWith('/bulk')) return { do: 'remove', stories: [mine.ref] }
  if (key.startsWith('PATCH')) return { name: 'Stolen', public: true }
  return /^PUT .*\/stories\//.test(key) ? { note: 'Stolen' } : undefined
}

const filled = (key: string) => key.replace('{list}', mine.list).replace('{id}', mine.id).replace('{ref}', mine.ref)

describe('private data does not exist for anyone but its owner', () => {
  test.each(keys)('%s', async (key) => {
    for (const { who, call } of others) {
      const { status } = await call(filled(key), bodyOf(key))
      expect(who === 'a visitor' ? [401, 404] : [404], who).toContain(status)
    }
  })

  test('the data is unchanged', async () => {
    expect((await owner(`GET /api/lists/${mine.list}`)).body).toMatchObject({ stories: 1, public: false })
    expect((await owner('GET /api/notifications')).body).toMatchObject({ unread: 1, items: [{ id: mine.id }] })
  })
})
