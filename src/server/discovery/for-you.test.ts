import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { usualWeights } from './choose.ts'
import { choiceIsStale } from './for-you-due.ts'
import { forYou } from './for-you.ts'
import { makeForYou } from './make-for-you.ts'
import { followTopic, topicsOfPerson } from './topics.ts'
import { setWeights } from './tune.ts'
import { weightsOf } from './weights.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const since = new Date()

async function aReader(): Promise<Ctx<Viewer>> {
  return { ...aCtx(db), viewer: await aPerson(db) }
}

/** As the people feature does it. */
async function follow(ctx: Ctx<Viewer>, followedId: string) {
  await db.insertInto('follow').values({ followerId: ctx.viewer.id, followedId, since }).execute()
  await choiceIsStale(ctx, ctx.viewer.id)
  while (await makeForYou(aCtx(db)));
}

async function reasons(ctx: Ctx<Viewer>) {
  const { items } = await forYou(ctx, { limit: 50 })
  return new Map(items.map(({ story, why }) => [story.id, why]))
}

test('what followed people wrote, alone or with others, is chosen and says whom one follows', async () => {
  const [ada, bob] = [await aPerson(db, 'author', { name: 'Ada' }), await aPerson(db, 'author')]
  const old = new Date(Date.now() - 90 * 24 * 3_600_000)
  const alone = await anArticle(db, ada.id, { publishedAt: old })
  const together = await anArticle(db, bob.id, { coAuthorIds: [ada.id], publishedAt: old })
  const ctx = await aReader()
  const mine = await anArticle(db, ada.id, { coAuthorIds: [ctx.viewer.id] })
  await follow(ctx, ada.id)
  const why = await reasons(ctx)
  expect(why.get(alone.id)).toEqual({ kind: 'person', name: 'Ada' })
  expect(why.get(together.id)).toEqual({ kind: 'person', name: 'Ada' })
  expect(why.has(mine.id)).toBe(false)
})

test('nothing by whom somebody muted or blocked, at once and in every kind of list', async () => {
  const [muted, blocked, other] = [
    await aPerson(db, 'author'),
    await aPerson(db, 'author'),
    await aPerson(db, 'author'),
  ]
  const stories = [
    await anArticle(db, muted.id, { tags: ['quiet'] }),
    await anArticle(db, blocked.id, { tags: ['quiet'] }),
  ]
  const kept = await anArticle(db, other.id, { tags: ['quiet'] })
  const ctx = await aReader()
  const shown = async () => {
    const why = await reasons(ctx)
    return [...stories, kept].map(({ id }) => why.has(id))
  }
  expect(await shown()).toEqual([true, true, true])
  await followTopic(ctx, { kind: 'tag', slug: 'quiet' })
  while (await makeForYou(aCtx(db)));
  expect(await shown()).toEqual([true, true, true])
  await db.insertInto('mute').values({ muterId: ctx.viewer.id, mutedId: muted.id, since }).execute()
  await db.insertInto('block').values({ blockerId: ctx.viewer.id, blockedId: blocked.id, since }).execute()
  // Before anything is chosen anew, after that, and without a choice.
  expect(await shown()).toEqual([false, false, true])
  await choiceIsStale(ctx, ctx.viewer.id)
  while (await makeForYou(aCtx(db)));
  expect(await shown()).toEqual([false, false, true])
  await setWeights(ctx, { ...usualWeights, newest: true })
  expect(await shown()).toEqual([false, false, true])
  const fresh = await aReader()
  await db.insertInto('mute').values({ muterId: fresh.viewer.id, mutedId: muted.id, since }).execute()
  expect((await reasons(fresh)).has(stories[0]?.id ?? '')).toBe(false)
})

test('weights are as usual until somebody changes them, and the next list is by the new ones', async () => {
  const ada = await aPerson(db, 'author')
  const old = new Date(Date.now() - 400 * 24 * 3_600_000)
  const story = await anArticle(db, ada.id, { publishedAt: old })
  const ctx = await aReader()
  expect(await weightsOf(db, ctx.viewer.id)).toEqual(usualWeights)
  await follow(ctx, ada.id)
  expect((await reasons(ctx)).get(story.id)?.kind).toBe('person')
  const changed = { ...usualWeights, people: 0 }
  expect(await setWeights(ctx, changed)).toEqual(changed)
  expect(await weightsOf(db, ctx.viewer.id)).toEqual(changed)
  expect((await reasons(ctx)).get(story.id)?.kind).not.toBe('person')
  await setWeights(ctx, { ...usualWeights, people: 3 })
  expect((await reasons(ctx)).get(story.id)?.kind).toBe('person')
})

test('newest first is the whole site by its time, page after page, and nothing is kept for it', async () => {
  const ada = await aPerson(db, 'author')
  const later = (n: number) => new Date(Date.now() + n * 60_000)
  const made: string[] = []
  for (const at of [5, 5, 4, 3, 2]) made.push((await anArticle(db, ada.id, { publishedAt: later(at) })).id)
  const ctx = await aReader()
  await setWeights(ctx, { ...usualWeights, newest: true })
  await choiceIsStale(ctx, ctx.viewer.id)
  while (await makeForYou(aCtx(db)));
  expect(await db.selectFrom('forYou').select('position').where('personId', '=', ctx.viewer.id).execute()).toEqual([])
  const seen: string[] = []
  let before: string | undefined
  for (let page = 0; page < 3; page++) {
    const { items, next } = await forYou(ctx, { limit: 2, before })
    expect(new Set(items.map(({ why }) => why.kind))).toEqual(new Set(['new']))
    seen.push(...items.map(({ story }) => story.id))
    before = next ?? undefined
  }
  expect(seen.slice(0, 5).toSorted()).toEqual(made.toSorted())
  expect(seen.slice(2, 5)).toEqual(made.slice(2))
})

test('a list that was begun goes on as it began when its reader has chosen otherwise since', async () => {
  const ada = await aPerson(db, 'author')
  for (let n = 0; n < 4; n++) await anArticle(db, ada.id, { tags: ['begun'] })
  const ctx = await aReader()
  await followTopic(ctx, { kind: 'tag', slug: 'begun' })
  while (await makeForYou(aCtx(db)));
  const { next } = await forYou(ctx, { limit: 2 })
  await setWeights(ctx, { ...usualWeights, newest: true })
  expect(await forYou(ctx, { limit: 2, before: next ?? '' })).toEqual({ items: [], next: null })
  const plain = await forYou(ctx, { limit: 2 })
  await setWeights(ctx, usualWeights)
  expect((await forYou(ctx, { limit: 2, before: plain.next ?? '' })).items.map(({ why }) => why.kind)).toEqual([
    'new',
    'new',
  ])
  await expect(forYou(ctx, { limit: 2, before: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' })
})

test('two choices for one person at once follow each other', async () => {
  const ctx = await aReader()
  await Promise.all(
    [0, 1, 2, 3].map(async (people) => {
      await setWeights(ctx, { ...usualWeights, people })
      await choiceIsStale(ctx, ctx.viewer.id)
      await makeForYou(aCtx(db))
    }),
  )
  const rows = await db.selectFrom('forYou').select('position').where('personId', '=', ctx.viewer.id).execute()
  expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length)
})

test('the topics of somebody are there for everybody, and pages that show them hear of a change', async () => {
  const ada = await aPerson(db, 'author')
  await anArticle(db, ada.id, { tags: ['kites'] })
  const ctx = await aReader()
  const touched: string[] = []
  await followTopic({ ...ctx, dropCached: (names) => void touched.push(...names) }, { kind: 'tag', slug: 'kites' })
  const shown: string[] = []
  const found = await topicsOfPerson(
    aCtx(db, { addCacheTags: (...names) => void shown.push(...names) }),
    ctx.viewer.handle,
  )
  expect(found).toEqual([{ kind: 'tag', slug: 'kites', name: 'kites' }])
  expect(shown.filter((name) => touched.includes(name))).toEqual([`topics:${ctx.viewer.id}`])
  await expect(topicsOfPerson(aCtx(db), 'nobody-at-all')).rejects.toMatchObject({ code: 'not-found' })
})
