import { beforeAll, expect, test } from 'vitest'
import { aDraft, anArticle, articleRow } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { untilLocksWait } from '#test/waiting-locks.ts'
import type { Viewer } from '#contract/viewer.ts'
import { NOTIFICATION_EVENTS } from '#server/notifications/notify.ts'
import { anonymizePerson, setDisabled } from '#server/people/person-records.ts'
import { listCreators, getProfile } from '#server/people/profiles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listStories } from '#server/reading/list-stories.ts'
import { leaveByline, setCoAuthors } from './co-authors.ts'
import { setFeatured } from '#server/articles/publishing/featured.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { presentArticle } from '#server/articles/present.ts'
import { listRevisions } from '#server/articles/revisions/revisions.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

/** The person's ctx, which records the invalidated cache tags. */
function as(viewer: TestPerson, invalidated: string[] = []): Ctx<Viewer> {
  const dropCached = (names: Iterable<string>) => {
    invalidated.push(...[...names].filter((name) => name !== NOTIFICATION_EVENTS && name !== `own:${viewer.id}`))
  }
  return { ...aCtx(db, { dropCached }), viewer }
}

test('co-authors are stored in byline order', async () => {
  const [ada, bob, cleo] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  const invalidated: string[] = []
  for (const people of [[cleo.id, bob.id], [bob.id, cleo.id], [bob.id], []]) {
    expect((await setCoAuthors(as(ada, invalidated), id, people)).map((person) => person.id)).toEqual(people)
  }
  expect(invalidated).toEqual([])
  await db.updateTable('article').set({ state: 'published', publishedAt: new Date() }).where('id', '=', id).execute()
  await setCoAuthors(as(ada, invalidated), id, [bob.id])
  expect(invalidated).toEqual([
    `soon:stories:author:${bob.id}`,
    `soon:person-counts:${bob.id}`,
    'soon:creators',
    `article:${id}`,
  ])
})

test('a removed co-author loses access', async () => {
  const [ada, bob] = [await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  await setCoAuthors(as(ada), id, [bob.id])
  expect((await listRevisions(as(bob), id, { limit: 5 })).items).toEqual([])
  await setCoAuthors(as(ada), id, [])
  await expect(listRevisions(as(bob), id, { limit: 5 })).rejects.toMatchObject({ code: 'not-found' })
})

test('authors and editors choose co-authors, co-authors do not, and strangers get not-found', async () => {
  const [ada, bob, stranger, editor] = [
    await aPerson(db),
    await aPerson(db),
    await aPerson(db, 'author'),
    await aPerson(db, 'editor'),
  ]
  const { id } = await aDraft(db, ada.id, { coAuthors: [bob.id] })
  await expect(setCoAuthors(as(bob), id, [])).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(setCoAuthors(as(stranger), id, [stranger.id])).rejects.toMatchObject({ code: 'not-found' })
  expect(await setCoAuthors(as(editor), id, [])).toEqual([])
})

test.each(['published', 'scheduled'] as const)(
  'the byline of a %s story cannot be changed without the right to publish',
  async (state) => {
    const [ada, bob, editor] = [await aPerson(db), await aPerson(db), await aPerson(db, 'editor')]
    const { id } = await aDraft(db, ada.id, { state })
    await expect(setCoAuthors(as(ada), id, [bob.id])).rejects.toMatchObject({ code: 'not-allowed' })
    expect((await presentArticle(as(ada), id)).may.invite).toBe(false)
    expect(await setCoAuthors(as(editor), id, [bob.id])).toMatchObject([{ id: bob.id }])
    expect(await setCoAuthors(as({ ...ada, role: 'author' }), id, [])).toEqual([])
  },
)

test('unknown, hidden and duplicate people and the author are refused as co-authors', async () => {
  const [ada, bob, gone] = [await aPerson(db), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id, { coAuthors: [bob.id] })
  await setDisabled(aCtx(db), gone.id, true)
  for (const people of [[newId()], [gone.id], [ada.id], [bob.id, bob.id]]) {
    const path = ['body', 'people', String(people.length - 1)]
    await expect(setCoAuthors(as(ada), id, people)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path }] },
    })
  }
  const stored = await db.selectFrom('articleCoAuthor').select('personId').where('articleId', '=', id).execute()
  expect(stored).toEqual([{ personId: bob.id }])
})

test('a person whose account is being deleted cannot become a co-author', async () => {
  const [ada, bob] = [await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  let adding: Promise<unknown> = Promise.resolve()
  await inTransaction(aCtx(db), async (tx) => {
    await anonymizePerson(tx, bob.id)
    adding = setCoAuthors(as(ada), id, [bob.id]).catch((error: unknown) => error)
    await untilLocksWait(db, 1)
  })
  expect(await adding).toMatchObject({ code: 'invalid' })
})

test('of two concurrent changes one wins whole', async () => {
  const [ada, bob, cleo] = [await aPerson(db), await aPerson(db), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  await Promise.all([setCoAuthors(as(ada), id, [bob.id]), setCoAuthors(as(ada), id, [cleo.id])])
  expect(await db.selectFrom('articleCoAuthor').select('personId').where('articleId', '=', id).execute()).toHaveLength(
    1,
  )
})

test('only a published story can be featured, and any article can be unfeatured', async () => {
  const editor = await aPerson(db, 'editor')
  const invalidated: string[] = []
  const story = await aDraft(db, editor.id, { state: 'published' })
  expect(await setFeatured(as(editor, invalidated), story.id, true)).toEqual({ featured: true })
  expect((await articleRow(db, story.id)).featured).toBe(true)
  expect(invalidated).toEqual(['stories'])
  const draft = await aDraft(db, editor.id)
  await expect(setFeatured(as(editor), draft.id, true)).rejects.toMatchObject({
    code: 'wrong-state',
    details: { state: 'draft' },
  })
  expect(await setFeatured(as(editor), draft.id, false)).toEqual({ featured: false })
})

test('a story counts for everyone on its byline while it is published', async () => {
  const [ada, bob, cleo] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id, title } = await anArticle(db, ada.id, { coAuthorIds: [bob.id] })
  const theirs = async (handle: string) => {
    const [person, page] = [
      await getProfile(aCtx(db), handle),
      await listStories(aCtx(db), { author: handle, limit: 5 }),
    ]
    return [person.stories, ...page.items.map((story) => story.title)]
  }
  const creators = async () => {
    const { items } = await listCreators(aCtx(db), { sort: 'rising', limit: 50 })
    return [ada, bob, cleo].map((person) => items.some((creator) => creator.id === person.id))
  }
  expect(await theirs(ada.handle)).toEqual([1, title])
  expect(await theirs(bob.handle)).toEqual([1, title])
  expect(await creators()).toEqual([true, true, false])
  await setCoAuthors(as(ada), id, [cleo.id])
  expect(await theirs(bob.handle)).toEqual([0])
  expect(await theirs(cleo.handle)).toEqual([1, title])
  expect(await creators()).toEqual([true, false, true])
  const draft = await aDraft(db, ada.id, { coAuthors: [cleo.id] })
  expect(await theirs(cleo.handle)).toEqual([1, title])
  await transitionArticle(as(ada), draft.id, { move: 'publish', note: '', at: null, version: null })
  expect(await theirs(cleo.handle)).toEqual([2, draft.title, title])
  await transitionArticle(as(ada), draft.id, { move: 'unpublish', note: '', at: null, version: null })
  await transitionArticle(as(ada), id, { move: 'unpublish', note: '', at: null, version: null })
  expect(await theirs(cleo.handle)).toEqual([0])
  expect(await creators()).toEqual([false, false, false])
})

test('a profile lists authored and co-written stories, newest first, across pages', async () => {
  const [ada, bob] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  const created: string[] = []
  for (let n = 0; n < 7; n++) {
    const [author, other] = n % 3 ? [ada, bob] : [bob, ada]
    const publishedAt = new Date(Date.UTC(2026, 1, 1, 10, Math.floor(n / 2)))
    created.push((await anArticle(db, author.id, { coAuthorIds: n === 4 ? [] : [other.id], publishedAt })).id)
  }
  const seen: string[] = []
  const times: string[] = []
  let before: string | undefined
  do {
    const page = await listStories(aCtx(db), { author: ada.handle, limit: 2, before })
    seen.push(...page.items.map((story) => story.id))
    times.push(...page.items.map((story) => story.publishedAt))
    before = page.next ?? undefined
  } while (before)
  expect(seen.toSorted()).toEqual(created.toSorted())
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a co-author can leave a byline, and the author is notified', async () => {
  const [ada, bob] = [await aPerson(db, 'author'), await aPerson(db)]
  const { id } = await anArticle(db, ada.id, { coAuthorIds: [bob.id] })
  const invalidated: string[] = []
  await leaveByline(as(bob, invalidated), id)
  expect(invalidated).toEqual(expect.arrayContaining([`stories:author:${bob.id}`, `article:${id}`]))
  await expect(presentArticle(as(bob), id)).rejects.toMatchObject({ code: 'not-found' })
  expect((await presentArticle(as(ada), id)).coAuthors).toEqual([])
  expect((await getProfile(aCtx(db), bob.handle)).stories).toBe(0)
  const events = await db
    .selectFrom('notificationEvent')
    .selectAll()
    .where('articleId', '=', id)
    .where('personId', '=', ada.id)
    .execute()
  expect(events).toMatchObject([{ kind: 'byline', actorId: bob.id, personId: ada.id, detail: { outcome: 'left' } }])
})

test('the author and editors cannot leave a byline, and strangers get not-found', async () => {
  const [ada, editor, stranger] = [await aPerson(db), await aPerson(db, 'editor'), await aPerson(db)]
  const { id } = await aDraft(db, ada.id)
  await expect(leaveByline(as(ada), id)).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(leaveByline(as(editor), id)).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(leaveByline(as(stranger), id)).rejects.toMatchObject({ code: 'not-found' })
})
