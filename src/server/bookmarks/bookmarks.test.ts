import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { HOUR_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { purgeTrash } from '#server/articles/trash.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { changeMany } from './bulk.ts'
import { sweepLists } from './forget.ts'
import { changeList, deleteList, makeList, myLists, orderLists, restoreList } from './lists.ts'
import { placeStory } from './order.ts'
import { publicLists, readList, readStories } from './read.ts'
import { putInList, save, takeFromList, unsave, whereSaved } from './save.ts'

let db: Db
let author: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
})

function as(viewer: Viewer, extra: Partial<Ctx> = {}): Ctx<Viewer> {
  return { ...aCtx(db, extra), viewer }
}

async function aReader() {
  const person = await aPerson(db)
  return { person, ctx: as(person) }
}

const aStory = () => anArticle(db, author.id)
const aList = (ctx: Ctx<Viewer>, name = 'Trains') => makeList(ctx, { name, description: '', public: false })

async function storiesOf(ctx: Ctx, list: string) {
  return (await readStories(ctx, list, { limit: 50 })).items.map(({ story }) => story.id)
}

/** How many lists and stories count something else than what there is. */
async function miscounted() {
  const lists = await sql<{ id: string }>`select id from reading_list
    where item_count <> (select count(*) from bookmark where list_id = reading_list.id)`.execute(db)
  const stories = await sql<{ id: string }>`select id from article
    where bookmark_count <> (select count(distinct bookmark.owner_id) from bookmark
      join reading_list on reading_list.id = bookmark.list_id
      where bookmark.article_id = article.id and reading_list.deleted_at is null)`.execute(db)
  return [...lists.rows, ...stories.rows].length
}

async function countOf(id: string) {
  const row = await db.selectFrom('article').select('bookmarkCount').where('id', '=', id).executeTakeFirstOrThrow()
  return row.bookmarkCount
}

describe('saving', () => {
  test('makes the first list, once, however many saves come at the same time', async () => {
    const { ctx } = await aReader()
    const stories = await Promise.all(Array.from({ length: 8 }, aStory))
    await Promise.all(stories.map(({ slug }) => save(ctx, slug)))
    const lists = await myLists(ctx)
    expect(lists).toMatchObject([{ name: 'Saved', first: true, public: false, stories: 8 }])
    expect(await miscounted()).toBe(0)
  })

  test('puts the newest on top, and what is saved already stays where it is', async () => {
    const { ctx } = await aReader()
    const [one, two] = [await aStory(), await aStory()]
    await save(ctx, one.id)
    await save(ctx, two.id)
    const { lists } = await save(ctx, one.id)
    expect(await storiesOf(ctx, lists[0] ?? '')).toEqual([two.id, one.id])
    expect(await countOf(one.id)).toBe(1)
  })

  test('to several lists counts the person once; the last one that goes ends it', async () => {
    const { ctx } = await aReader()
    const { id } = await aStory()
    const [trains, boats] = [await aList(ctx, 'Trains'), await aList(ctx, 'Boats')]
    await putInList(ctx, trains.id, id, { note: 'For the journey' })
    const both = await putInList(ctx, boats.id, id, {})
    expect(both).toEqual({ saved: true, lists: [trains.id, boats.id], note: 'For the journey' })
    expect(await countOf(id)).toBe(1)
    expect(await takeFromList(ctx, trains.id, id)).toMatchObject({ saved: true, lists: [boats.id] })
    expect(await countOf(id)).toBe(1)
    expect(await takeFromList(ctx, boats.id, id)).toEqual({ saved: false, lists: [], note: '' })
    expect(await countOf(id)).toBe(0)
    expect(await takeFromList(ctx, boats.id, id)).toMatchObject({ saved: false })
  })

  test('is taken back from all lists at once, and says where it was', async () => {
    const { ctx } = await aReader()
    const { id } = await aStory()
    const trains = await aList(ctx)
    const { lists } = await save(ctx, id)
    await putInList(ctx, trains.id, id, { note: 'Later' })
    const gone = await unsave(ctx, id)
    expect(gone).toMatchObject({ saved: false, lists: [] })
    expect(gone.from).toEqual([
      { list: lists[0], note: '' },
      { list: trains.id, note: 'Later' },
    ])
    expect(await miscounted()).toBe(0)
  })

  test('over and over makes a story hotter once a day', async () => {
    const { ctx } = await aReader()
    const { id } = await aStory()
    for (let times = 0; times < 3; times++) {
      await save(ctx, id)
      await unsave(ctx, id)
    }
    const rows = await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()
    expect(rows).toEqual([{ kind: 'bookmark' }])
  })

  test('takes only what readers see; what was saved before stays, hidden, and can be taken out', async () => {
    const { ctx } = await aReader()
    const draft = await anArticle(db, author.id, { publishedAt: undefined })
    await expect(save(ctx, draft.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(unsave(ctx, draft.slug)).rejects.toMatchObject({ code: 'not-found' })
    const story = await aStory()
    const { lists } = await save(ctx, story.id)
    const list = lists[0] ?? ''
    await db.updateTable('article').set({ state: 'removed' }).where('id', '=', story.id).execute()
    expect(await storiesOf(ctx, list)).toEqual([])
    expect(await whereSaved(ctx, story.id)).toMatchObject({ saved: true })
    await db.updateTable('article').set({ state: 'published' }).where('id', '=', story.id).execute()
    expect(await storiesOf(ctx, list)).toEqual([story.id])
    await db.updateTable('article').set({ state: 'removed' }).where('id', '=', story.id).execute()
    expect(await unsave(ctx, story.slug)).toMatchObject({ saved: false })
    expect(await miscounted()).toBe(0)
  })

  test('of 40 people who toggle one story and its lists at random, 200 times at once, leaves counts that equal the rows', async () => {
    const story = await aStory()
    const people = await Promise.all(Array.from({ length: 40 }, aReader))
    const lists = await Promise.all(people.map(({ ctx }) => aList(ctx)))
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        const who = random(40)
        const [ctx, list] = [people[who]?.ctx, lists[who]?.id]
        if (!ctx || !list) throw new Error('There is nobody')
        const does = [
          () => save(ctx, story.id),
          () => unsave(ctx, story.id),
          () => putInList(ctx, list, story.id, {}),
          () => takeFromList(ctx, list, story.id),
        ]
        await does[random(does.length)]?.()
      }),
    )
    const rows = await db
      .selectFrom('bookmark')
      .select('ownerId')
      .distinct()
      .where('articleId', '=', story.id)
      .execute()
    expect(await countOf(story.id)).toBe(rows.length)
    expect(await miscounted()).toBe(0)
  })
})

describe('a list', () => {
  test('is made at the end, renamed, described, shown and hidden', async () => {
    const { ctx } = await aReader()
    const made = await makeList(ctx, { name: 'Trains', description: 'Slow ones', public: false })
    expect((await myLists(ctx)).map(({ name }) => name)).toEqual(['Saved', 'Trains'])
    const changed = await changeList(ctx, made.id, { name: 'Night trains', public: true })
    expect(changed).toMatchObject({ name: 'Night trains', description: 'Slow ones', public: true })
    expect(await readList(aCtx(db), made.id)).toMatchObject({ name: 'Night trains', mine: false })
    await changeList(ctx, made.id, { public: false })
    await expect(readList(aCtx(db), made.id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('stands where it is put; those that are not named come after', async () => {
    const { ctx } = await aReader()
    const [one, two] = [await aList(ctx, 'One'), await aList(ctx, 'Two')]
    const names = async () => (await myLists(ctx)).map(({ name }) => name)
    await orderLists(ctx, [two.id])
    expect(await names()).toEqual(['Two', 'Saved', 'One'])
    const other = await aList((await aReader()).ctx)
    await expect(orderLists(ctx, [one.id, other.id])).rejects.toMatchObject({ code: 'not-found' })
    expect(await names()).toEqual(['Two', 'Saved', 'One'])
  })

  test('that is deleted is back within a day, with what it held, and gone after it', async () => {
    const { ctx } = await aReader()
    const [{ id: both }, { id: only }] = [await aStory(), await aStory()]
    const list = await aList(ctx)
    await save(ctx, both)
    for (const id of [both, only]) await putInList(ctx, list.id, id, { note: 'Mine' })
    await deleteList(ctx, list.id)
    expect([await countOf(both), await countOf(only)]).toEqual([1, 0])
    expect(await whereSaved(ctx, only)).toMatchObject({ saved: false })
    await expect(readList(ctx, list.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(putInList(ctx, list.id, only, {})).rejects.toMatchObject({ code: 'not-found' })
    expect(await miscounted()).toBe(0)
    const at = (hours: number) => () => new Date(Date.now() + hours * HOUR_MS)
    await sweepLists({ db, now: at(23) })
    expect(await restoreList(ctx, list.id)).toMatchObject({ name: 'Trains', stories: 2 })
    expect(await storiesOf(ctx, list.id)).toEqual([only, both])
    expect(await miscounted()).toBe(0)
    await deleteList(ctx, list.id)
    await expect(restoreList(as(ctx.viewer, { now: at(25) }), list.id)).rejects.toMatchObject({ code: 'not-found' })
    await sweepLists({ db, now: at(25) })
    await expect(restoreList(ctx, list.id)).rejects.toMatchObject({ code: 'not-found' })
    expect(await miscounted()).toBe(0)
  })

  test('that is the first cannot be deleted', async () => {
    const { ctx } = await aReader()
    const { lists } = await save(ctx, (await aStory()).id)
    await expect(deleteList(ctx, lists[0] ?? '')).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('is one of a hundred at most', async () => {
    const { ctx } = await aReader()
    for (let made = 1; made < 100; made++) await aList(ctx, `List ${made}`)
    await expect(aList(ctx)).rejects.toMatchObject({ code: 'quota-exceeded' })
  })

  test('is read page by page, each story once, also by a reader who began before it changed', async () => {
    const { ctx } = await aReader()
    const list = await aList(ctx)
    const made: string[] = []
    for (let count = 0; count < 7; count++) {
      const { id } = await aStory()
      await putInList(ctx, list.id, id, {})
      made.unshift(id)
    }
    const page = await readStories(ctx, list.id, { limit: 3 })
    await putInList(ctx, list.id, (await aStory()).id, {})
    const rest = await readStories(ctx, list.id, { limit: 10, before: page.next ?? '' })
    expect([...page.items, ...rest.items].map(({ story }) => story.id)).toEqual(made)
    expect(page.items[0]?.story.saved).toBe(true)
    await expect(readStories(ctx, list.id, { limit: 3, before: 'x' })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('the order of a list', () => {
  test('is changed by putting a story after another, or on top', async () => {
    const { ctx } = await aReader()
    const list = await aList(ctx)
    const [a, b, c] = [await aStory(), await aStory(), await aStory()]
    for (const { id } of [c, b, a]) await putInList(ctx, list.id, id, {})
    await placeStory(ctx, list.id, a.id, c.id)
    expect(await storiesOf(ctx, list.id)).toEqual([b.id, c.id, a.id])
    await placeStory(ctx, list.id, a.slug, b.id)
    expect(await storiesOf(ctx, list.id)).toEqual([b.id, a.id, c.id])
    await placeStory(ctx, list.id, c.id, null)
    expect(await storiesOf(ctx, list.id)).toEqual([c.id, b.id, a.id])
    await placeStory(ctx, list.id, c.id, c.id)
    await expect(placeStory(ctx, list.id, c.id, (await aStory()).id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(placeStory(ctx, list.id, (await aStory()).id, null)).rejects.toMatchObject({ code: 'not-found' })
    expect(await storiesOf(ctx, list.id)).toEqual([c.id, b.id, a.id])
  })

  test('holds when two stories change places more often than numbers can be halved', async () => {
    const { ctx } = await aReader()
    const list = await aList(ctx)
    const [a, b, c] = [await aStory(), await aStory(), await aStory()]
    for (const { id } of [c, b, a]) await putInList(ctx, list.id, id, {})
    for (let turn = 0; turn < 130; turn++) {
      const moved = turn % 2 === 0 ? c : b
      await placeStory(ctx, list.id, moved.id, a.id)
      expect((await storiesOf(ctx, list.id))[1]).toBe(moved.id)
    }
    expect(await storiesOf(ctx, list.id)).toEqual([a.id, b.id, c.id])
  })
})

describe('many at once', () => {
  test('are moved, copied or removed with their notes, in their order', async () => {
    const { ctx } = await aReader()
    const [from, to] = [await aList(ctx, 'From'), await aList(ctx, 'To')]
    const stories = [await aStory(), await aStory(), await aStory()]
    const [a = '', b = '', c = ''] = stories.map(({ id }) => id)
    for (const id of [c, b, a]) await putInList(ctx, from.id, id, { note: id })
    await putInList(ctx, to.id, c, { note: 'There before' })
    expect(await changeMany(ctx, from.id, { do: 'copy', stories: [b, a], to: to.id })).toMatchObject({ done: 2 })
    expect(await storiesOf(ctx, to.id)).toEqual([a, b, c])
    expect(await storiesOf(ctx, from.id)).toEqual([a, b, c])
    await changeMany(ctx, from.id, { do: 'move', stories: [c, a], to: to.id })
    expect(await storiesOf(ctx, from.id)).toEqual([b])
    const { items } = await readStories(ctx, to.id, { limit: 9 })
    expect(items.map(({ note }) => note)).toEqual([a, b, 'There before'])
    expect(await changeMany(ctx, to.id, { do: 'remove', stories: [a, b] })).toEqual({ done: 2, saved: [b] })
    expect([await countOf(a), await countOf(b), await countOf(c)]).toEqual([0, 1, 1])
    expect(await miscounted()).toBe(0)
  })

  test('all change or none does', async () => {
    const { ctx } = await aReader()
    const [from, to] = [await aList(ctx, 'From'), await aList(ctx, 'To')]
    const [one, stranger] = [await aStory(), await aStory()]
    await putInList(ctx, from.id, one.id, {})
    const stories = [one.id, stranger.id]
    for (const what of ['move', 'copy', 'remove'] as const) {
      await expect(changeMany(ctx, from.id, { do: what, stories, to: to.id })).rejects.toMatchObject({
        code: 'not-found',
      })
    }
    for (const target of [undefined, from.id]) {
      await expect(changeMany(ctx, from.id, { do: 'move', stories: [one.id], to: target })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
    expect(await storiesOf(ctx, from.id)).toEqual([one.id])
    expect(await storiesOf(ctx, to.id)).toEqual([])
  })
})

describe('somebody else', () => {
  test('finds a private list in no call, and changes none, public or not', async () => {
    const [{ ctx, person }, { ctx: other }] = [await aReader(), await aReader()]
    const hidden = await aList(ctx, 'Hidden')
    const shown = await makeList(ctx, { name: 'Shown', description: '', public: true })
    const { id } = await aStory()
    for (const list of [hidden, shown]) await putInList(ctx, list.id, id, { note: 'A word' })
    await putInList(other, (await aList(other)).id, id, {})
    const mine = (await myLists(other))[0]?.id ?? ''
    for (const who of [other, aCtx(db)]) {
      await expect(readList(who, hidden.id)).rejects.toMatchObject({ code: 'not-found' })
      await expect(readStories(who, hidden.id, { limit: 9 })).rejects.toMatchObject({ code: 'not-found' })
      expect(await publicLists(who, person.handle)).toMatchObject([{ id: shown.id, stories: 1 }])
      expect((await readStories(who, shown.id, { limit: 9 })).items).toMatchObject([{ note: 'A word' }])
    }
    expect(await myLists(other)).not.toContainEqual(expect.objectContaining({ name: 'Hidden' }))
    expect((await whereSaved(other, id)).lists).not.toContain(hidden.id)
    for (const list of [hidden.id, shown.id]) {
      const calls: (() => Promise<unknown>)[] = [
        () => changeList(other, list, { name: 'Taken' }),
        () => deleteList(other, list),
        () => restoreList(other, list),
        () => orderLists(other, [list]),
        () => putInList(other, list, id, { note: 'Mine now' }),
        () => takeFromList(other, list, id),
        () => placeStory(other, list, id, null),
        () => changeMany(other, list, { do: 'remove', stories: [id] }),
        () => changeMany(other, mine, { do: 'copy', stories: [id], to: list }),
      ]
      for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not-found' })
    }
    expect(await storiesOf(ctx, hidden.id)).toEqual([id])
  })

  test('does not see the public lists of a person whom the site does not show', async () => {
    const { ctx, person } = await aReader()
    const list = await makeList(ctx, { name: 'Shown', description: '', public: true })
    await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', person.id).execute()
    await expect(readList(aCtx(db), list.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(publicLists(aCtx(db), person.handle)).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('a public list says what it shows, and what changes it touches that; a private one touches nothing', async () => {
  const { ctx, person } = await aReader()
  const touched: string[] = []
  const telling = { ...ctx, dropCached: (names: Iterable<string>) => void touched.push(...names) }
  const list = await aList(telling)
  await putInList(telling, list.id, (await aStory()).id, {})
  expect(touched).toEqual([])
  await changeList(telling, list.id, { public: true })
  expect(touched.splice(0)).toEqual([`lists:${person.id}`])
  const shown = new Set<string>()
  await readStories({ ...aCtx(db), addCacheTags: (...names) => names.forEach((name) => shown.add(name)) }, list.id, {
    limit: 9,
  })
  expect(shown).toContain(`lists:${person.id}`)
  await putInList(telling, list.id, (await aStory()).id, {})
  expect(touched.splice(0)).toEqual([`lists:${person.id}`])
  await changeList(telling, list.id, { public: false })
  expect(touched).toEqual([`lists:${person.id}`])
})

test('an account that is deleted takes its lists along, and what it saved counts less', async () => {
  const { ctx, person } = await aReader()
  const [{ id: one }, { id: two }] = [await aStory(), await aStory()]
  const list = await aList(ctx)
  await save(ctx, one)
  for (const id of [one, two]) await putInList(ctx, list.id, id, {})
  await save((await aReader()).ctx, one)
  await deleteAccount(aCtx(db), person.uid)
  expect([await countOf(one), await countOf(two)]).toEqual([1, 0])
  expect(await db.selectFrom('bookmark').select('listId').where('ownerId', '=', person.id).execute()).toEqual([])
  expect(await db.selectFrom('readingList').select('id').where('ownerId', '=', person.id).execute()).toEqual([])
  expect(await miscounted()).toBe(0)
})

test('a story that is deleted for ever leaves the lists with the right counts', async () => {
  const { ctx } = await aReader()
  const { id } = await aStory()
  await save(ctx, id)
  const long = new Date(Date.now() - 31 * 24 * HOUR_MS)
  await db.updateTable('article').set({ state: 'trashed', trashedAt: long }).where('id', '=', id).execute()
  await purgeTrash(aCtx(db))
  expect((await myLists(ctx))[0]).toMatchObject({ stories: 0 })
  expect(await miscounted()).toBe(0)
})
