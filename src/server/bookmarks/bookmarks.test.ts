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
import { bulkUpdate } from './bulk.ts'
import { purgeDeletedLists } from './delete-lists.ts'
import { updateList, deleteList, createList, listOwnLists, reorderLists, restoreList } from './lists.ts'
import { moveStory } from './move-story.ts'
import { listPublicLists, getList, listBookmarks } from './read-lists.ts'
import { addToList, saveStory, removeFromList, unsaveStory, getSavedState } from './save.ts'

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
const aList = (ctx: Ctx<Viewer>, name = 'Trains') => createList(ctx, { name, description: '', public: false })

async function storiesOf(ctx: Ctx, list: string) {
  return (await listBookmarks(ctx, list, { limit: 50 })).items.map(({ story }) => story.id)
}

/** Number of lists and stories with a wrong counter. */
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
  test('creates the first list once, even with concurrent saves', async () => {
    const { ctx } = await aReader()
    const stories = await Promise.all(Array.from({ length: 8 }, aStory))
    await Promise.all(stories.map(({ slug }) => saveStory(ctx, slug)))
    const lists = await listOwnLists(ctx)
    expect(lists).toMatchObject([{ name: 'Saved', first: true, public: false, stories: 8 }])
    expect(await miscounted()).toBe(0)
  })

  test('adds new stories to the top, and stories already saved keep their position', async () => {
    const { ctx } = await aReader()
    const [one, two] = [await aStory(), await aStory()]
    await saveStory(ctx, one.id)
    await saveStory(ctx, two.id)
    const { lists } = await saveStory(ctx, one.id)
    expect(await storiesOf(ctx, lists[0] ?? '')).toEqual([two.id, one.id])
    expect(await countOf(one.id)).toBe(1)
  })

  test('to several lists counts the person once, until the story is in no list', async () => {
    const { ctx } = await aReader()
    const { id } = await aStory()
    const [trains, boats] = [await aList(ctx, 'Trains'), await aList(ctx, 'Boats')]
    await addToList(ctx, trains.id, id, { note: 'For the journey' })
    const both = await addToList(ctx, boats.id, id, {})
    expect(both).toEqual({ saved: true, lists: [trains.id, boats.id], note: 'For the journey' })
    expect(await countOf(id)).toBe(1)
    expect(await removeFromList(ctx, trains.id, id)).toMatchObject({ saved: true, lists: [boats.id] })
    expect(await countOf(id)).toBe(1)
    expect(await removeFromList(ctx, boats.id, id)).toEqual({ saved: false, lists: [], note: '' })
    expect(await countOf(id)).toBe(0)
    expect(await removeFromList(ctx, boats.id, id)).toMatchObject({ saved: false })
  })

  test('is undone in all lists, and returns the lists it was in', async () => {
    const { ctx } = await aReader()
    const { id } = await aStory()
    const trains = await aList(ctx)
    const { lists } = await saveStory(ctx, id)
    await addToList(ctx, trains.id, id, { note: 'Later' })
    const gone = await unsaveStory(ctx, id)
    expect(gone).toMatchObject({ saved: false, lists: [] })
    expect(gone.from).toEqual([
      { list: lists[0], note: '' },
      { list: trains.id, note: 'Later' },
    ])
    expect(await miscounted()).toBe(0)
  })

  test('repeatedly raises the popularity of a story once a day', async () => {
    const { ctx } = await aReader()
    const { id } = await aStory()
    for (let times = 0; times < 3; times++) {
      await saveStory(ctx, id)
      await unsaveStory(ctx, id)
    }
    const rows = await db.selectFrom('engagement').select('kind').where('articleId', '=', id).execute()
    expect(rows).toEqual([{ kind: 'bookmark' }])
  })

  test('accepts published stories only; stories unpublished later stay hidden and can be removed', async () => {
    const { ctx } = await aReader()
    const draft = await anArticle(db, author.id, { publishedAt: undefined })
    await expect(saveStory(ctx, draft.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(unsaveStory(ctx, draft.slug)).rejects.toMatchObject({ code: 'not-found' })
    const story = await aStory()
    const { lists } = await saveStory(ctx, story.id)
    const list = lists[0] ?? ''
    await db.updateTable('article').set({ state: 'removed' }).where('id', '=', story.id).execute()
    expect(await storiesOf(ctx, list)).toEqual([])
    expect(await getSavedState(ctx, story.id)).toMatchObject({ saved: true })
    await db.updateTable('article').set({ state: 'published' }).where('id', '=', story.id).execute()
    expect(await storiesOf(ctx, list)).toEqual([story.id])
    await db.updateTable('article').set({ state: 'removed' }).where('id', '=', story.id).execute()
    expect(await unsaveStory(ctx, story.slug)).toMatchObject({ saved: false })
    expect(await miscounted()).toBe(0)
  })

  test('keeps counts equal to the rows after 200 concurrent random changes by 40 people', async () => {
    const story = await aStory()
    const people = await Promise.all(Array.from({ length: 40 }, aReader))
    const lists = await Promise.all(people.map(({ ctx }) => aList(ctx)))
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        const who = random(40)
        const [ctx, list] = [people[who]?.ctx, lists[who]?.id]
        if (!ctx || !list) throw new Error('missing person')
        const does = [
          () => saveStory(ctx, story.id),
          () => unsaveStory(ctx, story.id),
          () => addToList(ctx, list, story.id, {}),
          () => removeFromList(ctx, list, story.id),
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
  test('is created at the end, renamed, described, published and made private', async () => {
    const { ctx } = await aReader()
    const made = await createList(ctx, { name: 'Trains', description: 'Slow ones', public: false })
    expect((await listOwnLists(ctx)).map(({ name }) => name)).toEqual(['Saved', 'Trains'])
    const changed = await updateList(ctx, made.id, { name: 'Night trains', public: true })
    expect(changed).toMatchObject({ name: 'Night trains', description: 'Slow ones', public: true })
    expect(await getList(aCtx(db), made.id)).toMatchObject({ name: 'Night trains', mine: false })
    await updateList(ctx, made.id, { public: false })
    await expect(getList(aCtx(db), made.id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('can be reordered; lists left out come last', async () => {
    const { ctx } = await aReader()
    const [one, two] = [await aList(ctx, 'One'), await aList(ctx, 'Two')]
    const names = async () => (await listOwnLists(ctx)).map(({ name }) => name)
    await reorderLists(ctx, [two.id])
    expect(await names()).toEqual(['Two', 'Saved', 'One'])
    const other = await aList((await aReader()).ctx)
    await expect(reorderLists(ctx, [one.id, other.id])).rejects.toMatchObject({ code: 'not-found' })
    expect(await names()).toEqual(['Two', 'Saved', 'One'])
  })

  test('can be restored with its stories within a day of deletion, not later', async () => {
    const { ctx } = await aReader()
    const [{ id: both }, { id: only }] = [await aStory(), await aStory()]
    const list = await aList(ctx)
    await saveStory(ctx, both)
    for (const id of [both, only]) await addToList(ctx, list.id, id, { note: 'Mine' })
    await deleteList(ctx, list.id)
    expect([await countOf(both), await countOf(only)]).toEqual([1, 0])
    expect(await getSavedState(ctx, only)).toMatchObject({ saved: false })
    await expect(getList(ctx, list.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(addToList(ctx, list.id, only, {})).rejects.toMatchObject({ code: 'not-found' })
    expect(await miscounted()).toBe(0)
    const at = (hours: number) => () => new Date(Date.now() + hours * HOUR_MS)
    await purgeDeletedLists({ db, now: at(23) })
    expect(await restoreList(ctx, list.id)).toMatchObject({ name: 'Trains', stories: 2 })
    expect(await storiesOf(ctx, list.id)).toEqual([only, both])
    expect(await miscounted()).toBe(0)
    await deleteList(ctx, list.id)
    await expect(restoreList(as(ctx.viewer, { now: at(25) }), list.id)).rejects.toMatchObject({ code: 'not-found' })
    await purgeDeletedLists({ db, now: at(25) })
    await expect(restoreList(ctx, list.id)).rejects.toMatchObject({ code: 'not-found' })
    expect(await miscounted()).toBe(0)
  })

  test('cannot be deleted if it is the first', async () => {
    const { ctx } = await aReader()
    const { lists } = await saveStory(ctx, (await aStory()).id)
    await expect(deleteList(ctx, lists[0] ?? '')).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('is refused beyond one hundred lists', async () => {
    const { ctx } = await aReader()
    for (let made = 1; made < 100; made++) await aList(ctx, `List ${made}`)
    await expect(aList(ctx)).rejects.toMatchObject({ code: 'quota-exceeded' })
  })

  test('is paginated without duplicates, even if it changes between pages', async () => {
    const { ctx } = await aReader()
    const list = await aList(ctx)
    const made: string[] = []
    for (let count = 0; count < 7; count++) {
      const { id } = await aStory()
      await addToList(ctx, list.id, id, {})
      made.unshift(id)
    }
    const page = await listBookmarks(ctx, list.id, { limit: 3 })
    await addToList(ctx, list.id, (await aStory()).id, {})
    const rest = await listBookmarks(ctx, list.id, { limit: 10, before: page.next ?? '' })
    expect([...page.items, ...rest.items].map(({ story }) => story.id)).toEqual(made)
    expect(page.items[0]?.story.saved).toBe(true)
    await expect(listBookmarks(ctx, list.id, { limit: 3, before: 'x' })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('the order of a list', () => {
  test('changes by moving a story after another or to the top', async () => {
    const { ctx } = await aReader()
    const list = await aList(ctx)
    const [a, b, c] = [await aStory(), await aStory(), await aStory()]
    for (const { id } of [c, b, a]) await addToList(ctx, list.id, id, {})
    await moveStory(ctx, list.id, a.id, c.id)
    expect(await storiesOf(ctx, list.id)).toEqual([b.id, c.id, a.id])
    await moveStory(ctx, list.id, a.slug, b.id)
    expect(await storiesOf(ctx, list.id)).toEqual([b.id, a.id, c.id])
    await moveStory(ctx, list.id, c.id, null)
    expect(await storiesOf(ctx, list.id)).toEqual([c.id, b.id, a.id])
    await moveStory(ctx, list.id, c.id, c.id)
    await expect(moveStory(ctx, list.id, c.id, (await aStory()).id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(moveStory(ctx, list.id, (await aStory()).id, null)).rejects.toMatchObject({ code: 'not-found' })
    expect(await storiesOf(ctx, list.id)).toEqual([c.id, b.id, a.id])
  })

  test('stays correct when positions run out of precision', async () => {
    const { ctx } = await aReader()
    const list = await aList(ctx)
    const [a, b, c] = [await aStory(), await aStory(), await aStory()]
    for (const { id } of [c, b, a]) await addToList(ctx, list.id, id, {})
    for (let turn = 0; turn < 130; turn++) {
      const moved = turn % 2 === 0 ? c : b
      await moveStory(ctx, list.id, moved.id, a.id)
      expect((await storiesOf(ctx, list.id))[1]).toBe(moved.id)
    }
    expect(await storiesOf(ctx, list.id)).toEqual([a.id, b.id, c.id])
  })
})

describe('bulk updates', () => {
  test('move, copy or remove stories with their notes, in order', async () => {
    const { ctx } = await aReader()
    const [from, to] = [await aList(ctx, 'From'), await aList(ctx, 'To')]
    const stories = [await aStory(), await aStory(), await aStory()]
    const [a = '', b = '', c = ''] = stories.map(({ id }) => id)
    for (const id of [c, b, a]) await addToList(ctx, from.id, id, { note: id })
    await addToList(ctx, to.id, c, { note: 'There before' })
    expect(await bulkUpdate(ctx, from.id, { do: 'copy', stories: [b, a], to: to.id })).toMatchObject({ done: 2 })
    expect(await storiesOf(ctx, to.id)).toEqual([a, b, c])
    expect(await storiesOf(ctx, from.id)).toEqual([a, b, c])
    await bulkUpdate(ctx, from.id, { do: 'move', stories: [c, a], to: to.id })
    expect(await storiesOf(ctx, from.id)).toEqual([b])
    const { items } = await listBookmarks(ctx, to.id, { limit: 9 })
    expect(items.map(({ note }) => note)).toEqual([a, b, 'There before'])
    expect(await bulkUpdate(ctx, to.id, { do: 'remove', stories: [a, b] })).toEqual({ done: 2, saved: [b] })
    expect([await countOf(a), await countOf(b), await countOf(c)]).toEqual([0, 1, 1])
    expect(await miscounted()).toBe(0)
  })

  test('change all stories or none', async () => {
    const { ctx } = await aReader()
    const [from, to] = [await aList(ctx, 'From'), await aList(ctx, 'To')]
    const [one, stranger] = [await aStory(), await aStory()]
    await addToList(ctx, from.id, one.id, {})
    const stories = [one.id, stranger.id]
    for (const what of ['move', 'copy', 'remove'] as const) {
      await expect(bulkUpdate(ctx, from.id, { do: what, stories, to: to.id })).rejects.toMatchObject({
        code: 'not-found',
      })
    }
    for (const target of [undefined, from.id]) {
      await expect(bulkUpdate(ctx, from.id, { do: 'move', stories: [one.id], to: target })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
    expect(await storiesOf(ctx, from.id)).toEqual([one.id])
    expect(await storiesOf(ctx, to.id)).toEqual([])
  })
})

describe('another person', () => {
  test('cannot read a private list, or change any list', async () => {
    const [{ ctx, person }, { ctx: other }] = [await aReader(), await aReader()]
    const hidden = await aList(ctx, 'Hidden')
    const shown = await createList(ctx, { name: 'Shown', description: '', public: true })
    const { id } = await aStory()
    for (const list of [hidden, shown]) await addToList(ctx, list.id, id, { note: 'A word' })
    await addToList(other, (await aList(other)).id, id, {})
    const mine = (await listOwnLists(other))[0]?.id ?? ''
    for (const who of [other, aCtx(db)]) {
      await expect(getList(who, hidden.id)).rejects.toMatchObject({ code: 'not-found' })
      await expect(listBookmarks(who, hidden.id, { limit: 9 })).rejects.toMatchObject({ code: 'not-found' })
      expect(await listPublicLists(who, person.handle)).toMatchObject([{ id: shown.id, stories: 1 }])
      expect((await listBookmarks(who, shown.id, { limit: 9 })).items).toMatchObject([{ note: 'A word' }])
    }
    expect(await listOwnLists(other)).not.toContainEqual(expect.objectContaining({ name: 'Hidden' }))
    expect((await getSavedState(other, id)).lists).not.toContain(hidden.id)
    for (const list of [hidden.id, shown.id]) {
      const calls: (() => Promise<unknown>)[] = [
        () => updateList(other, list, { name: 'Taken' }),
        () => deleteList(other, list),
        () => restoreList(other, list),
        () => reorderLists(other, [list]),
        () => addToList(other, list, id, { note: 'Mine now' }),
        () => removeFromList(other, list, id),
        () => moveStory(other, list, id, null),
        () => bulkUpdate(other, list, { do: 'remove', stories: [id] }),
        () => bulkUpdate(other, mine, { do: 'copy', stories: [id], to: list }),
      ]
      for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not-found' })
    }
    expect(await storiesOf(ctx, hidden.id)).toEqual([id])
  })

  test('cannot see the public lists of a disabled person', async () => {
    const { ctx, person } = await aReader()
    const list = await createList(ctx, { name: 'Shown', description: '', public: true })
    await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', person.id).execute()
    await expect(getList(aCtx(db), list.id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(listPublicLists(aCtx(db), person.handle)).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('changes to a public list invalidate its cached pages; changes to a private one invalidate nothing', async () => {
  const { ctx, person } = await aReader()
  const touched: string[] = []
  const dropCached = (names: Iterable<string>) =>
    void touched.push(...[...names].filter((name) => name !== `own:${person.id}`))
  const recording = { ...ctx, dropCached }
  const list = await aList(recording)
  await addToList(recording, list.id, (await aStory()).id, {})
  expect(touched).toEqual([])
  await updateList(recording, list.id, { public: true })
  const appeared = [`lists:${person.id}`, `soon:person-counts:${person.id}`]
  expect(touched.splice(0)).toEqual(appeared)
  const shown = new Set<string>()
  await listBookmarks({ ...aCtx(db), addCacheTags: (...names) => names.forEach((name) => shown.add(name)) }, list.id, {
    limit: 9,
  })
  expect(shown).toContain(`lists:${person.id}`)
  await addToList(recording, list.id, (await aStory()).id, {})
  expect(touched.splice(0)).toEqual([`lists:${person.id}`])
  await updateList(recording, list.id, { name: 'Another name' })
  expect(touched.splice(0)).toEqual([`lists:${person.id}`])
  await updateList(recording, list.id, { public: false })
  expect(touched).toEqual(appeared)
})

test('deleting an account deletes its lists and lowers bookmark counts', async () => {
  const { ctx, person } = await aReader()
  const [{ id: one }, { id: two }] = [await aStory(), await aStory()]
  const list = await aList(ctx)
  await saveStory(ctx, one)
  for (const id of [one, two]) await addToList(ctx, list.id, id, {})
  await saveStory((await aReader()).ctx, one)
  await deleteAccount(aCtx(db), person.uid)
  expect([await countOf(one), await countOf(two)]).toEqual([1, 0])
  expect(await db.selectFrom('bookmark').select('listId').where('ownerId', '=', person.id).execute()).toEqual([])
  expect(await db.selectFrom('readingList').select('id').where('ownerId', '=', person.id).execute()).toEqual([])
  expect(await miscounted()).toBe(0)
})

test('a permanently deleted story is removed from lists with correct counts', async () => {
  const { ctx } = await aReader()
  const { id } = await aStory()
  await saveStory(ctx, id)
  const long = new Date(Date.now() - 31 * 24 * HOUR_MS)
  await db.updateTable('article').set({ state: 'trashed', trashedAt: long }).where('id', '=', id).execute()
  await purgeTrash(aCtx(db))
  expect((await listOwnLists(ctx))[0]).toMatchObject({ stories: 0 })
  expect(await miscounted()).toBe(0)
})
