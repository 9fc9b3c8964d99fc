import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft, anArticle, draftRow } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { tagsOf, topicDrift } from '#test/taxonomy.ts'
import type { AdminTag, AdminTopic } from '#contract/taxonomy/taxonomy.ts'
import { followTopic } from '#server/discovery/topics.ts'
import type { Database } from '#server/platform/db.ts'
import { findOrCreateTag } from './create.ts'

let database: Database
let app: TestApp
let editor: TestPerson
let author: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  editor = await aPerson(database.db, 'editor')
  author = await aPerson(database.db, 'author')
  call = await clientOf(app, editor)
})

async function aTag(name: string): Promise<AdminTag> {
  const { id } = await findOrCreateTag(aCtx(database.db), name)
  return tagRow(id)
}

async function tagRow(id: string): Promise<AdminTag> {
  const { body } = await call('GET /api/admin/tags?limit=100')
  const found = (body['items'] as AdminTag[]).find((tag) => tag.id === id)
  if (!found) throw new Error(`no tag ${id}`)
  return found
}

async function actionsOn(id: string) {
  const rows = await database.db
    .selectFrom('auditEntry')
    .select('action')
    .where('targetId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

describe('renaming a tag', () => {
  test('redirects, reindexes search, and shows the new name everywhere at once', async () => {
    const story = await anArticle(database.db, author.id, { title: 'On birds', tags: ['Hearons', 'Marsh'] })
    const draft = await aDraft(database.db, author.id, { tags: ['marsh', 'hearons!'] })
    const tag = await aTag('hearons')
    const old = await (await app.get(`/story/${story.slug}`)).text()
    expect(old).toContain('Hearons')
    expect((await app.get('/tag/hearons')).status).toBe(200)

    const { status, body } = await call(`PATCH /api/admin/tags/${tag.id}`, { name: 'Herons', version: tag.version })
    expect([status, body['name'], body['slug']]).toEqual([200, 'Herons', 'herons'])
    const moved = await app.get('/tag/hearons')
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/tag/herons'])
    expect((await app.get('/tag/hearons/atom.xml')).headers.get('location')).toBe('/tag/herons/atom.xml')
    for (const path of [`/story/${story.slug}`, '/latest', '/tag/marsh', '/feed.json']) {
      const text = await (await app.get(path)).text()
      expect(text, path).toContain('Herons')
      expect(text, path).not.toContain('Hearons')
    }
    const found = async (q: string) => (await call(`GET /api/search?exact=1&q=${q}`)).body
    expect(await found('herons')).toMatchObject({
      stories: [{ id: story.id }],
      facets: { tag: expect.arrayContaining([{ value: 'herons', name: 'Herons', stories: 1 }]) },
    })
    expect((await found('hearons'))['stories']).toEqual([])
    expect((await call('GET /api/search/suggest?q=heron')).body).toMatchObject({ tags: [{ slug: 'herons' }] })
    expect((await draftRow(database.db, draft.id)).tags).toEqual(['marsh', 'Herons'])
    expect((await draftRow(database.db, story.id)).changed).toBe(false)
    // An author who types the former name means the same tag.
    expect((await findOrCreateTag(aCtx(database.db), 'HEARONS')).id).toBe(tag.id)
    expect(await actionsOn(tag.id)).toEqual(['tag.renamed'])
  })

  test('onto another tag is refused with that tag, and after another edit with the current name', async () => {
    const [one, other] = [await aTag('Tide pool'), await aTag('Tide pools')]
    const path = `PATCH /api/admin/tags/${one.id}`
    expect((await call(path, { name: 'tide  POOLS', version: 1 })).body.error).toMatchObject({
      code: 'topic-exists',
      details: { topic: { id: other.id, name: 'Tide pools' } },
    })
    expect((await call(path, { name: 'Tidepool', version: 1 })).status).toBe(200)
    const late = await call(path, { name: 'Tidal pool', version: 1 })
    expect(late.body.error).toMatchObject({ code: 'version-conflict', details: { current: { name: 'Tidepool' } } })
    expect((await call(path, { name: '!!!', version: 2 })).status).toBe(400)
  })

  test('gives a former address to a tag that is created with it', async () => {
    const tag = await aTag('Fog')
    await call(`PATCH /api/admin/tags/${tag.id}`, { name: 'Mist', version: 1 })
    expect((await app.get('/tag/fog')).status).toBe(301)
    const { body } = await call('POST /api/admin/tags', { name: 'Fog' })
    expect(body).toMatchObject({ slug: 'fog', stories: 0 })
    expect((await app.get('/tag/fog')).status).toBe(200)
    expect((await call('POST /api/admin/tags', { name: 'fog' })).body.error).toMatchObject({ code: 'topic-exists' })
  })
})

describe('merging tags', () => {
  test('gives every story the other tag once, at the same place', async () => {
    const [a, b, c] = [await aTag('js'), await aTag('ecmascript'), await aTag('JavaScript')]
    const first = await anArticle(database.db, author.id, { tags: ['js', 'Web', 'JavaScript'] })
    const second = await anArticle(database.db, author.id, { tags: ['Web', 'ecmascript', 'js', 'Node'] })
    const draft = await aDraft(database.db, author.id, { tags: ['JS', 'ECMAScript', 'Web'] })
    const [both, one] = [await aPerson(database.db), await aPerson(database.db)]
    for (const [viewer, slug] of [
      [both, 'js'],
      [both, 'javascript'],
      [one, 'js'],
      [one, 'ecmascript'],
    ] as const)
      await followTopic(as(database.db, viewer), { kind: 'tag', slug })
    const preview = await call('POST /api/admin/tags/merge/preview', { ids: [a.id, b.id], into: c.id })
    expect(preview.body).toEqual({ stories: 2, storiesInBoth: 1, followers: 2, followersOfBoth: 1, atOnce: true })

    const { body } = await call('POST /api/admin/tags/merge', { ids: [a.id, b.id, c.id], into: c.id })
    expect(body['results']).toMatchObject([
      { id: a.id, refused: null },
      { id: b.id, refused: null },
      { id: c.id, refused: { code: 'invalid' } },
    ])
    expect(await tagsOf(database.db, first.id)).toEqual(['0 JavaScript', '1 Web'])
    expect(await tagsOf(database.db, second.id)).toEqual(['0 Web', '1 JavaScript', '2 Node'])
    expect((await draftRow(database.db, second.id)).tags).toEqual(['Web', 'JavaScript', 'Node'])
    expect((await draftRow(database.db, draft.id)).tags).toEqual(['JavaScript', 'Web'])
    expect(await tagRow(c.id)).toMatchObject({ stories: 2, followers: 2, progress: null })
    expect((await app.get('/tag/js')).headers.get('location')).toBe('/tag/javascript')
    const found = (await call('GET /api/search?q=javascript&tag=js')).body
    expect(found['stories']).toHaveLength(2)
    expect(await actionsOn(a.id)).toEqual(['tag.merged'])
    expect((await findOrCreateTag(aCtx(database.db), 'JS')).id).toBe(c.id)
    expect(await topicDrift(database.db)).toEqual([])
    // A merge repeated after a lost reply.
    const again = await call('POST /api/admin/tags/merge', { ids: [a.id], into: c.id })
    expect(again.body['results']).toMatchObject([{ refused: { code: 'not-found' } }])
  })
})

describe('deleting tags', () => {
  test('refuses those that stories have, also stories that are not published', async () => {
    const [unused, used, hidden] = [await aTag('Unused one'), await aTag('Used one'), await aTag('Hidden one')]
    await anArticle(database.db, author.id, { tags: ['Used one'] })
    const { id } = await aDraft(database.db, author.id, {})
    await database.db.insertInto('articleTag').values({ articleId: id, tagId: hidden.id, position: 0 }).execute()
    const { body } = await call('POST /api/admin/tags/delete', { ids: [unused.id, used.id, hidden.id] })
    expect(body['results']).toMatchObject([
      { refused: null },
      { refused: { code: 'topic-in-use' } },
      { refused: { code: 'topic-in-use' } },
    ])
    expect((await app.get('/tag/unused-one')).status).toBe(404)
    expect(await actionsOn(unused.id)).toEqual(['tag.deleted'])
  })
})

describe('the lists', () => {
  test('sort, search, filter and page without gaps', async () => {
    for (const name of ['List zebra', 'List Äpfel', 'List banana', 'List apricot']) await aTag(name)
    const { id } = await aTag('List banana')
    await anArticle(database.db, author.id, { tags: ['List banana'] })
    const pages = async (query: string) => {
      const names: string[] = []
      let before: string | null = ''
      while (before !== null) {
        const { body }: Awaited<ReturnType<Call>> = await call(
          `GET /api/admin/tags?q=list&limit=2${query}${before && `&before=${encodeURIComponent(before)}`}`,
        )
        names.push(...(body['items'] as AdminTag[]).map(({ name }) => name.slice(5)))
        before = body['next'] as string | null
      }
      return names
    }
    expect(await pages('')).toEqual(['Äpfel', 'apricot', 'banana', 'zebra'])
    expect(await pages('&sort=-name')).toEqual(['zebra', 'banana', 'apricot', 'Äpfel'])
    expect((await pages('&sort=-stories'))[0]).toBe('banana')
    expect(await pages('&sort=created')).toEqual(['zebra', 'Äpfel', 'banana', 'apricot'])
    expect(await pages('&used=no')).toEqual(['Äpfel', 'apricot', 'zebra'])
    expect(await pages('&used=yes')).toEqual(['banana'])
    expect((await tagRow(id)).stories).toBe(1)
  })

  test('topics show followers and their growth in 30 days', async () => {
    const { db } = database
    const { slug, id: tagId } = await aTag('Growing')
    const people = [await aPerson(db), await aPerson(db), await aPerson(db)]
    for (const viewer of people) await followTopic(as(db, viewer), { kind: 'tag', slug })
    const personId = people[0]?.id ?? ''
    const since = new Date(Date.now() - 31 * 24 * 3600 * 1000)
    await db
      .updateTable('topicFollow')
      .set({ since })
      .where('personId', '=', personId)
      .where('tagId', '=', tagId)
      .execute()
    const category = await call('POST /api/admin/categories', { name: 'Growing too' })
    await followTopic(as(db, editor), { kind: 'category', slug: 'growing-too' })
    const { body } = await call('GET /api/admin/topics?q=growing')
    expect(body['items'] as AdminTopic[]).toMatchObject([
      { kind: 'tag', id: tagId, followers: 3, newFollowers: 2 },
      { kind: 'category', id: category.body['id'], followers: 1, newFollowers: 1 },
    ])
    expect((await call('GET /api/admin/topics?q=growing&kind=category')).body['items']).toHaveLength(1)
  })
})
