import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { defaultWeights } from './rank-candidates.ts'
import { refreshRecommendationsSoon } from './schedule-recommendations.ts'
import { listForYou } from './for-you.ts'
import { refreshNextRecommendations, updateWeights } from './refresh-recommendations.ts'
import { followTopic, listPersonTopics } from './topics.ts'
import { getWeights } from './weights.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const since = new Date()

async function aReader(): Promise<Ctx<Viewer>> {
  return { ...aCtx(db), viewer: await aPerson(db) }
}

/** Inserts the rows that the people feature would write. */
async function follow(ctx: Ctx<Viewer>, followedId: string) {
  await db.insertInto('follow').values({ followerId: ctx.viewer.id, followedId, since }).execute()
  await refreshRecommendationsSoon(ctx, ctx.viewer.id)
  while (await refreshNextRecommendations(aCtx(db)));
}

async function reasons(ctx: Ctx<Viewer>) {
  const { items } = await listForYou(ctx, { limit: 50 })
  return new Map(items.map(({ story, why }) => [story.id, why]))
}

test('recommends stories by followed people, co-authored ones too, with the reason', async () => {
  const [ada, bob] = [await aPerson(db, 'author', { name: 'Ada' }), await aPerson(db, 'author')]
  const old = new Date(Date.now() - 90 * 24 * 3_600_000)
  const alone = await anArticle(db, ada.id, { publishedAt: old })
  const together = await anArticle(db, bob.id, { coAuthorIds: [ada.id], publishedAt: old })
  const ctx = await aReader()
  const mine = await anArticle(db, ada.id, { coAuthorIds: [ctx.viewer.id] })
  await follow(ctx, ada.id)
  const why = await reasons(ctx)
  expect(why.get(alone.id)).toEqual({ kind: 'person', name: 'Ada' })
  expect(why.get(together.id)).toEqual({ kind: 'co-author', name: 'Ada' })
  expect(why.has(mine.id)).toBe(false)
})

test('a reason that is no longer true is not given, even before the next refresh', async () => {
  const [ada, bob] = [await aPerson(db, 'author', { name: 'Ada' }), await aPerson(db, 'author')]
  const old = new Date(Date.now() - 90 * 24 * 3_600_000)
  const together = await anArticle(db, bob.id, { coAuthorIds: [ada.id], publishedAt: old, tags: ['moss gardens'] })
  const tagged = await anArticle(db, bob.id, { publishedAt: old, tags: ['moss gardens'] })
  const ctx = await aReader()
  await followTopic(ctx, { kind: 'tag', slug: 'moss-gardens' })
  await follow(ctx, ada.id)
  expect(await reasons(ctx)).toEqual(
    new Map([
      ...(await reasons(ctx)),
      [together.id, { kind: 'co-author', name: 'Ada' }],
      [tagged.id, { kind: 'topic', name: 'moss gardens' }],
    ]),
  )
  await db.deleteFrom('articleCoAuthor').where('articleId', '=', together.id).execute()
  await db.deleteFrom('topicFollow').where('personId', '=', ctx.viewer.id).execute()
  const later = await reasons(ctx)
  expect([later.has(together.id), later.has(tagged.id)]).toEqual([false, false])
})

test('leaves out muted and blocked people immediately in every list', async () => {
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
  while (await refreshNextRecommendations(aCtx(db)));
  expect(await shown()).toEqual([true, true, true])
  await db.insertInto('mute').values({ muterId: ctx.viewer.id, mutedId: muted.id, since }).execute()
  await db.insertInto('block').values({ blockerId: ctx.viewer.id, blockedId: blocked.id, since }).execute()
  // Before a refresh, after it, and without recommendations.
  expect(await shown()).toEqual([false, false, true])
  await refreshRecommendationsSoon(ctx, ctx.viewer.id)
  while (await refreshNextRecommendations(aCtx(db)));
  expect(await shown()).toEqual([false, false, true])
  await updateWeights(ctx, { ...defaultWeights, newest: true })
  expect(await shown()).toEqual([false, false, true])
  const fresh = await aReader()
  await db.insertInto('mute').values({ muterId: fresh.viewer.id, mutedId: muted.id, since }).execute()
  expect((await reasons(fresh)).has(stories[0]?.id ?? '')).toBe(false)
})

test('weights have defaults, and a change applies to the next list', async () => {
  const ada = await aPerson(db, 'author')
  const old = new Date(Date.now() - 400 * 24 * 3_600_000)
  const story = await anArticle(db, ada.id, { publishedAt: old })
  const ctx = await aReader()
  expect(await getWeights(db, ctx.viewer.id)).toEqual(defaultWeights)
  await follow(ctx, ada.id)
  expect((await reasons(ctx)).get(story.id)?.kind).toBe('person')
  const changed = { ...defaultWeights, people: 0 }
  expect(await updateWeights(ctx, changed)).toEqual(changed)
  expect(await getWeights(db, ctx.viewer.id)).toEqual(changed)
  expect((await reasons(ctx)).get(story.id)?.kind).not.toBe('person')
  await updateWeights(ctx, { ...defaultWeights, people: 3 })
  expect((await reasons(ctx)).get(story.id)?.kind).toBe('person')
})

test('newest first lists all stories by time and stores nothing', async () => {
  const ada = await aPerson(db, 'author')
  const later = (n: number) => new Date(Date.now() + n * 60_000)
  const made: string[] = []
  for (const at of [5, 5, 4, 3, 2]) made.push((await anArticle(db, ada.id, { publishedAt: later(at) })).id)
  const ctx = await aReader()
  await updateWeights(ctx, { ...defaultWeights, newest: true })
  await refreshRecommendationsSoon(ctx, ctx.viewer.id)
  while (await refreshNextRecommendations(aCtx(db)));
  expect(await db.selectFrom('forYou').select('position').where('personId', '=', ctx.viewer.id).execute()).toEqual([])
  const seen: string[] = []
  let before: string | undefined
  for (let page = 0; page < 3; page++) {
    const { items, next } = await listForYou(ctx, { limit: 2, before })
    expect(new Set(items.map(({ why }) => why.kind))).toEqual(new Set(['new']))
    seen.push(...items.map(({ story }) => story.id))
    before = next ?? undefined
  }
  expect(seen.slice(0, 5).toSorted()).toEqual(made.toSorted())
  expect(seen.slice(2, 5)).toEqual(made.slice(2))
})

test('later pages match the first page after the preferences change', async () => {
  const ada = await aPerson(db, 'author')
  for (let n = 0; n < 4; n++) await anArticle(db, ada.id, { tags: ['begun'] })
  const ctx = await aReader()
  await followTopic(ctx, { kind: 'tag', slug: 'begun' })
  while (await refreshNextRecommendations(aCtx(db)));
  const { next } = await listForYou(ctx, { limit: 2 })
  await updateWeights(ctx, { ...defaultWeights, newest: true })
  expect(await listForYou(ctx, { limit: 2, before: next ?? '' })).toEqual({ items: [], next: null })
  const plain = await listForYou(ctx, { limit: 2 })
  await updateWeights(ctx, defaultWeights)
  expect((await listForYou(ctx, { limit: 2, before: plain.next ?? '' })).items.map(({ why }) => why.kind)).toEqual([
    'new',
    'new',
  ])
  await expect(listForYou(ctx, { limit: 2, before: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' })
})

test('concurrent refreshes for one person run one after the other', async () => {
  const ctx = await aReader()
  await Promise.all(
    [0, 1, 2, 3].map(async (people) => {
      await updateWeights(ctx, { ...defaultWeights, people })
      await refreshRecommendationsSoon(ctx, ctx.viewer.id)
      await refreshNextRecommendations(aCtx(db))
    }),
  )
  const rows = await db.selectFrom('forYou').select('position').where('personId', '=', ctx.viewer.id).execute()
  expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length)
})

test('a person’s topics are public, and cached pages that show them are invalidated', async () => {
  const ada = await aPerson(db, 'author')
  await anArticle(db, ada.id, { tags: ['kites'] })
  const ctx = await aReader()
  const touched: string[] = []
  await followTopic({ ...ctx, dropCached: (names) => void touched.push(...names) }, { kind: 'tag', slug: 'kites' })
  const shown: string[] = []
  const found = await listPersonTopics(
    aCtx(db, { addCacheTags: (...names) => void shown.push(...names) }),
    ctx.viewer.handle,
  )
  expect(found).toEqual([{ kind: 'tag', slug: 'kites', name: 'kites' }])
  expect(shown.filter((name) => touched.includes(name))).toEqual([`topics:${ctx.viewer.id}`])
  await expect(listPersonTopics(aCtx(db), 'no-such-person')).rejects.toMatchObject({ code: 'not-found' })
})
