import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft, anArticle, articleRow, draftRow } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { aPhotoFile, anObject } from '#test/pictures.ts'
import type { Refusal } from '#contract/errors.ts'
import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import { contrastWithWhite } from '#contract/color.ts'
import { categorySlug } from '#contract/taxonomy/topic-rules.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { followTopic } from '#server/discovery/topics.ts'
import { deleteMedia } from '#server/media/delete-media.ts'
import { ingestUpload } from '#server/media/ingest.ts'
import { findDrift } from '#server/platform/counters.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { taxonomyCounters } from './counters.ts'

let database: Database
let app: TestApp
let editor: TestPerson
let author: TestPerson
let call: Call
let unique = 0
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  editor = await aPerson(database.db, 'editor')
  author = await aPerson(database.db, 'author')
  call = await clientOf(app, editor)
})

async function aCategory(given: object = {}): Promise<AdminCategory> {
  unique += 1
  const { status, body } = await call('POST /api/admin/categories', { name: `Category ${unique}`, ...given })
  expect(status).toBe(200)
  return body as AdminCategory
}

/** All fields, as the form sends them. */
function fieldsOf({ name, slug, description, color, version, media, picture }: AdminCategory) {
  const chosen = picture && { media, alt: picture.alt, focus: picture.focus ?? null }
  return { name, slug, description, color, version, picture: chosen }
}

async function order() {
  const { body } = await call('GET /api/admin/categories')
  return (body as unknown as AdminCategory[]).map(({ id }) => id)
}

function actionsOn(id: string) {
  return database.db
    .selectFrom('auditEntry')
    .select(['action', 'before', 'after', 'actorId'])
    .where('targetId', '=', id)
    .orderBy('id')
    .execute()
}

async function drift() {
  const found: unknown[] = []
  for await (const each of findDrift(database.db, taxonomyCounters)) found.push(each)
  return found
}

describe('a category', () => {
  test('gets a slug from its name, and another one when it is taken', async () => {
    const first = await aCategory({ name: 'Élan vital' })
    expect(first).toMatchObject({ slug: 'elan-vital', stories: 0, followers: 0, version: 1 })
    expect((await aCategory({ name: 'Elan: vital' })).slug).toBe('elan-vital-2')
    expect(categorySlug('日本')).toBe('')
    expect((await aCategory({ name: '日本' })).slug).toBe('category')
    expect(await actionsOn(first.id)).toMatchObject([
      { action: 'category.created', actorId: editor.id, after: { name: 'Élan vital' } },
    ])
  })

  test('is refused with the name or the slug of another one', async () => {
    const { name, slug } = await aCategory()
    const again = await call('POST /api/admin/categories', { name: name.toUpperCase() })
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'topic-exists', details: { field: 'name' } } } })
    const same = await call('POST /api/admin/categories', { name: 'Another name', slug })
    expect(same.body.error).toMatchObject({ code: 'topic-exists', details: { field: 'slug', topic: { name } } })
    const free = async (asked: string) =>
      (await call(`GET /api/admin/categories/slug?slug=${encodeURIComponent(asked)}`)).body
    expect(await free(slug)).toEqual({ free: false })
    expect(await free('no spaces')).toEqual({ free: false })
    expect(await free('quite-free')).toEqual({ free: true })
  })

  test('has a colour that is dark enough, or none', async () => {
    expect(contrastWithWhite('#767676')).toBeCloseTo(4.54, 2)
    const light = await call('POST /api/admin/categories', { name: 'Light', color: '#ffee00' })
    expect(light).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
    const { slug, color } = await aCategory({ color: '#15803D' })
    expect(color).toBe('#15803d')
    expect((await call(`GET /api/categories/${slug}`)).body).toMatchObject({ color: '#15803d' })
  })

  test('keeps the edit of the first of two editors, and shows it to the second', async () => {
    const category = await aCategory()
    const fields = fieldsOf(category)
    const path = `PUT /api/admin/categories/${category.id}`
    expect((await call(path, { ...fields, description: 'First' })).body).toMatchObject({ version: 2 })
    const second = await call(path, { ...fields, description: 'Second' })
    expect(second.status).toBe(409)
    expect(second.body.error).toMatchObject({
      code: 'version-conflict',
      details: { current: { description: 'First', version: 2 } },
    })
    const [, updated] = await actionsOn(category.id)
    expect(updated).toMatchObject({
      action: 'category.updated',
      before: { description: '' },
      after: { description: 'First' },
    })
  })

  test('is moved relative to another one, so that two moves at once both count', async () => {
    const [one, two, three] = [await aCategory(), await aCategory(), await aCategory()]
    await Promise.all([
      call(`POST /api/admin/categories/${one.id}/move`, { after: three.id }),
      call(`POST /api/admin/categories/${two.id}/move`, { after: null }),
    ])
    const ids = await order()
    expect(ids[0]).toBe(two.id)
    expect(ids.slice(-2)).toEqual([three.id, one.id])
    const gone = await call(`POST /api/admin/categories/${one.id}/move`, { after: newId() })
    expect(gone.body.error).toMatchObject({ code: 'nodata' })
    expect(await actionsOn(two.id)).toMatchObject([{}, { action: 'category.reordered', after: { position: 1 } }])
  })

  test('shows a library picture until it is deleted there', async () => {
    const ctx = { ...app.ctx, viewer: editor }
    const media = await ingestUpload(ctx, {
      object: await anObject(ctx, editor, await aPhotoFile()),
      name: 'Gate',
      alt: '',
    })
    const picture = { media: media.id, alt: 'An iron gate', focus: { x: 20, y: 30 } }
    const category = await aCategory({ picture })
    expect(category).toMatchObject({ media: media.id, picture: { alt: 'An iron gate', focus: { x: 20, y: 30 } } })
    const kept = await call(`PUT /api/admin/categories/${category.id}`, fieldsOf(category))
    expect(kept.body).toMatchObject({ media: media.id })
    await expect(deleteMedia(ctx, media.id, false)).rejects.toMatchObject({
      code: 'in-use',
      details: { uses: [{ kind: 'category', title: category.name }] },
    } satisfies Partial<Refusal>)
    await deleteMedia(ctx, media.id, true)
    expect((await call(`GET /api/categories/${category.slug}`)).body).toMatchObject({ picture: null })
  })

  test('is only deleted when no story and no draft is in it', async () => {
    const [full, drafted, empty] = [await aCategory(), await aCategory(), await aCategory()]
    await anArticle(database.db, author.id, { categoryId: full.id })
    await aDraft(database.db, author.id, { categoryId: drafted.id })
    await followTopic({ ...app.ctx, viewer: author }, { kind: 'category', slug: empty.slug })
    for (const { id } of [full, drafted])
      expect((await call(`DELETE /api/admin/categories/${id}`)).body.error).toMatchObject({ code: 'topic-in-use' })
    expect((await call(`DELETE /api/admin/categories/${empty.id}`)).status).toBe(200)
    expect((await app.get(`/category/${empty.slug}`)).status).toBe(404)
    expect((await actionsOn(empty.id)).at(-1)).toMatchObject({ action: 'category.deleted', before: { followers: 1 } })
  })
})

describe('the old addresses of a category', () => {
  test('redirect after several renames, also feeds and lists, until another category takes them', async () => {
    let category = await aCategory({ name: 'Weathr' })
    await anArticle(database.db, author.id, { categoryId: category.id })
    const page = await (await app.get('/category/weathr')).text()
    expect(page).toContain('Weathr')
    for (const [name, slug] of [
      ['Weather', 'weather'],
      ['Weather and sky', 'sky'],
    ]) {
      const { body } = await call(`PUT /api/admin/categories/${category.id}`, { ...fieldsOf(category), name, slug })
      category = body as unknown as AdminCategory
    }
    for (const old of ['weathr', 'weather']) {
      const moved = await app.get(`/category/${old}`)
      expect([moved.status, moved.headers.get('location')]).toEqual([301, '/category/sky'])
      const feed = await app.get(`/category/${old}/feed.xml`)
      expect([feed.status, feed.headers.get('location')]).toEqual([301, '/category/sky/feed.xml'])
      expect((await call(`GET /api/categories/${old}`)).body).toMatchObject({ slug: 'sky', name: 'Weather and sky' })
      expect((await call(`GET /api/stories?category=${old}`)).body['items']).toHaveLength(1)
    }
    expect(await (await app.get('/category/sky')).text()).toContain('Weather and sky')
    // Every page shows the names in its menu.
    expect(await (await app.get('/')).text()).not.toContain('Weathr')
    const taker = await aCategory({ name: 'Weathr', slug: 'weathr' })
    expect((await app.get('/category/weathr')).status).toBe(200)
    expect((await call('GET /api/categories/weathr')).body).toMatchObject({ name: taker.name })
    // A category that takes its own slug back is found by it, and by the one that it had in between.
    await call(`PUT /api/admin/categories/${category.id}`, { ...fieldsOf(category), slug: 'weather' })
    expect((await app.get('/category/weather')).status).toBe(200)
    expect((await app.get('/category/sky')).headers.get('location')).toBe('/category/weather')
  })
})

describe('merging categories', () => {
  test('moves stories, drafts and followers, and redirects every old address', async () => {
    const [from, into] = [await aCategory({ slug: 'merged-away' }), await aCategory({ slug: 'merged-into' })]
    const renamed = { ...fieldsOf(from), slug: 'merged-later' }
    await call(`PUT /api/admin/categories/${from.id}`, renamed)
    const story = await anArticle(database.db, author.id, { categoryId: from.id, title: 'Of barometers' })
    const draft = await aDraft(database.db, author.id, { categoryId: from.id })
    const [both, one] = [await aPerson(database.db), await aPerson(database.db)]
    for (const [viewer, slug] of [
      [both, 'merged-later'],
      [both, 'merged-into'],
      [one, 'merged-later'],
    ] as const)
      await followTopic({ ...app.ctx, viewer }, { kind: 'category', slug })
    const preview = await call(`GET /api/admin/categories/${from.id}/merge?into=${into.id}`)
    expect(preview.body).toEqual({ stories: 1, storiesInBoth: 0, followers: 2, followersOfBoth: 1, atOnce: true })

    expect((await call(`POST /api/admin/categories/${from.id}/merge`, { into: into.id })).body).toEqual({ done: true })
    expect((await articleRow(database.db, story.id)).categoryId).toBe(into.id)
    expect((await draftRow(database.db, story.id)).changed).toBe(false)
    expect((await draftRow(database.db, draft.id)).categoryId).toBe(into.id)
    expect((await call(`GET /api/trending?category=merged-into`)).body).toMatchObject([{ id: story.id }])
    expect((await call(`GET /api/search?q=barometers&category=merged-into`)).body['stories']).toHaveLength(1)
    for (const slug of ['merged-away', 'merged-later'])
      expect((await app.get(`/category/${slug}`)).headers.get('location')).toBe('/category/merged-into')
    const rows = (await call('GET /api/admin/categories')).body as unknown as AdminCategory[]
    expect(rows.find(({ id }) => id === into.id)).toMatchObject({ stories: 1, followers: 2, progress: null })
    expect(rows.some(({ id }) => id === from.id)).toBe(false)
    expect((await actionsOn(from.id)).at(-1)).toMatchObject({ action: 'category.merged', before: { followers: 2 } })
    expect(await drift()).toEqual([])
  })

  test('is refused into itself and into a category that is gone', async () => {
    const { id } = await aCategory()
    expect((await call(`POST /api/admin/categories/${id}/merge`, { into: id })).status).toBe(400)
    expect((await call(`POST /api/admin/categories/${id}/merge`, { into: newId() })).status).toBe(404)
  })
})

test('a deleted account follows nothing any more', async () => {
  const { slug, id } = await aCategory()
  const person = await aPerson(database.db)
  await followTopic({ ...app.ctx, viewer: person }, { kind: 'category', slug })
  await deleteAccount({ ...app.ctx, viewer: person }, person.uid)
  const row = await database.db.selectFrom('category').select('followerCount').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ followerCount: 0 })
  expect(await drift()).toEqual([])
})

test('authors may not change categories', async () => {
  const asAuthor = await clientOf(app, author)
  expect((await asAuthor('POST /api/admin/categories', { name: 'Mine' })).status).toBe(403)
  expect((await asAuthor('GET /api/admin/tags')).status).toBe(403)
})
