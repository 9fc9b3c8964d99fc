import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { hideFromReaders } from '#server/articles/publishing/publish.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { countEngagement } from './count-engagement.ts'
import { recordEngagement } from './record-engagement.ts'
import { findRelated } from './find-related.ts'
import { listForYou } from './for-you.ts'
import { refreshNextRecommendations } from './refresh-recommendations.ts'
import { type FinishedRead, deleteReading, listReadings, recordReading, deleteOldVisitors } from './readings.ts'
import { createDiscoveryWorker } from './jobs.ts'
import { getRelatedStories, listTrending } from './trending-and-related.ts'
import { followTopic, unfollowTopic, listTopics } from './topics.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const started = { progress: 0, finished: false }
const finished = { progress: 100, finished: true }

/** The reader began this story some minutes ago. */
async function beginReading(ctx: Ctx, ref: string) {
  const earlier = new Date(ctx.now().getTime() - 30 * 60_000)
  await recordReading({ ...ctx, now: () => earlier }, ref, started)
}

/** Noon, so that no day ends between two calls. */
const noon = new Date()
noon.setUTCHours(12, 0, 0, 0)
const atNoon = { now: () => noon }

function visitor(address: string, given: Partial<Ctx['session']> = {}): Ctx {
  const ctx = aCtx(db, atNoon)
  return { ...ctx, session: { ...ctx.session, address, device: 'Firefox', ...given } }
}

async function readsOf(articleId: string) {
  while (await countEngagement(aCtx(db)));
  const rank = await db.selectFrom('storyRank').selectAll().where('articleId', '=', articleId).executeTakeFirstOrThrow()
  return rank.reads
}

async function allRelated() {
  while (await findRelated(aCtx(db)));
}

describe('a story read to its end', () => {
  test('counts once a day per reader', async () => {
    const author = await aPerson(db, 'author')
    const reader = await aPerson(db)
    const { id, slug } = await anArticle(db, author.id)
    await beginReading(aCtx(db, { viewer: reader, ...atNoon }), slug)
    for (const who of [
      visitor('1.1.1.1'),
      visitor('1.1.1.1'),
      visitor('2.2.2.2'),
      aCtx(db, { viewer: reader, ...atNoon }),
      aCtx(db, { viewer: reader, ...atNoon }),
    ]) {
      await recordReading(who, slug, finished)
    }
    expect(await readsOf(id)).toBe(3)
    const tomorrow = { ...visitor('1.1.1.1'), now: () => new Date(noon.getTime() + 24 * 3_600_000) }
    await recordReading(tomorrow, slug, finished)
    expect(await readsOf(id)).toBe(4)
  })

  test('is not counted for bots or visitors who opted out of tracking', async () => {
    const author = await aPerson(db, 'author')
    const { id } = await anArticle(db, author.id)
    await recordReading(visitor('3.3.3.3', { doNotTrack: true }), id, finished)
    await recordReading(visitor('3.3.3.3', { device: 'Googlebot/2.1' }), id, finished)
    await recordReading(visitor('3.3.3.3', { device: '' }), id, finished)
    expect(await readsOf(id)).toBe(0)
  })

  test('stores no address, and nothing after two days', async () => {
    const author = await aPerson(db, 'author')
    const { id } = await anArticle(db, author.id)
    await recordReading(visitor('198.51.100.7'), id, finished)
    const rows = await db.selectFrom('finishedToday').selectAll().where('articleId', '=', id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('198.51')
    await deleteOldVisitors({ db, now: () => new Date(noon.getTime() + 3 * 24 * 3_600_000) })
    expect(await db.selectFrom('finishedToday').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('visitorSalt').selectAll().execute()).toEqual([])
  })

  test('counts for a person once the server has seen enough time pass', async () => {
    const reader = await aPerson(db)
    const { id } = await anArticle(db, (await aPerson(db, 'author')).id)
    const at = (seconds: number) => aCtx(db, { viewer: reader, now: () => new Date(noon.getTime() + seconds * 1000) })
    const heard: FinishedRead[] = []
    const listeners = [async (_tx: Ctx, read: FinishedRead) => void heard.push(read)]
    const report = (seconds: number, given = finished) => recordReading(at(seconds), id, given, listeners)
    expect(await report(0)).toEqual({ counted: false, waitSeconds: 20 })
    expect(await report(19)).toEqual({ counted: false, waitSeconds: 1 })
    await report(20, { progress: 99, finished: true })
    expect([heard, await readsOf(id)]).toEqual([[], 0])
    expect(await report(20)).toEqual({ counted: true })
    expect(await report(39)).toEqual({ counted: false, waitSeconds: 1 })
    expect(heard.map(({ isFirst }) => isFirst)).toEqual([true])
    await report(40)
    expect(heard.map(({ isFirst }) => isFirst)).toEqual([true, false])
    expect(await readsOf(id)).toBe(1)
    // Deleting the progress does not make a later finish the first one.
    await deleteReading({ ...at(60), viewer: reader }, id)
    expect(await report(80)).toEqual({ counted: false, waitSeconds: 20 })
    expect(await report(100)).toEqual({ counted: true })
    expect(heard.map(({ isFirst }) => isFirst)).toEqual([true, false, false])
  })

  describe('by a person', () => {
    async function aReader(count: number) {
      const viewer = await aPerson(db)
      const author = await aPerson(db, 'author')
      const stories: string[] = []
      while (stories.length < count) stories.push((await anArticle(db, author.id)).id)
      const at = (seconds: number) => aCtx(db, { viewer, now: () => new Date(noon.getTime() + seconds * 1000) })
      const heard: string[] = []
      const listeners = [async (_tx: Ctx, { articleId }: FinishedRead) => void heard.push(articleId)]
      const report = (seconds: number, id = '', progress = finished) =>
        recordReading(at(seconds), id, progress, listeners)
      return { viewer, at, stories, heard, report }
    }

    test('does not share its minutes with other stories, also if all are finished at once', async () => {
      const { stories, heard, report } = await aReader(5)
      for (const id of stories) await report(0, id, started)
      await Promise.all(stories.map((id) => report(25, id)))
      expect(heard).toHaveLength(1)
      const [next, last] = stories.filter((id) => !heard.includes(id))
      expect(await report(44, next)).toEqual({ counted: false, waitSeconds: 1 })
      expect(heard).toHaveLength(1)
      await report(45, next)
      await report(45, last)
      expect(heard.slice(1)).toEqual([next])
      await report(65, last)
      expect(heard.slice(1)).toEqual([next, last])
    })

    test('does not get its minutes back when the reading is deleted', async () => {
      const { at, viewer, stories, heard, report } = await aReader(2)
      const [one = '', two = ''] = stories
      for (const id of stories) await report(0, id, started)
      await report(20, one)
      await deleteReading({ ...at(21), viewer }, one)
      await report(22, two)
      expect(heard).toEqual([one])
    })

    test('that was opened more than a day ago is begun by the next report', async () => {
      const { stories, heard, report } = await aReader(1)
      const [one] = stories
      const day = 86_400
      await report(0, one, started)
      await report(day + 1, one)
      await report(day + 20, one)
      expect(heard).toEqual([])
      await report(day + 21, one)
      expect(heard).toEqual([one])
      await report(2 * day + 60, one)
      expect(heard).toEqual([one])
    })
  })

  test('the start of another visit keeps the progress', async () => {
    const reader = await aPerson(db)
    const { id } = await anArticle(db, (await aPerson(db, 'author')).id)
    const ctx = { ...aCtx(db), viewer: reader }
    await recordReading(ctx, id, { progress: 60, finished: false })
    await recordReading(ctx, id, started)
    expect((await listReadings(ctx)).map(({ progress }) => progress)).toEqual([60])
  })

  test('is not found if it is not published', async () => {
    const author = await aPerson(db, 'author')
    const draft = await anArticle(db, author.id, { publishedAt: undefined })
    await expect(recordReading(visitor('4.4.4.4'), draft.id, finished)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('trending', () => {
  test('favours recent reads over old ones', async () => {
    const author = await aPerson(db, 'author')
    const category = await createCategory(aCtx(db), {
      slug: 'trends',
      name: 'Trends',
      description: '',
      position: 1,
      picture: null,
    })
    const published = new Date(Date.now() - 40 * 24 * 3_600_000)
    const make = (title: string) => anArticle(db, author.id, { title, categoryId: category.id, publishedAt: published })
    const [once, loved, now] = [await make('Once'), await make('Loved'), await make('Now')]
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
    for (let count = 0; count < 50; count++) await recordEngagement(aCtx(db), loved.id, 'read', ago(30))
    for (let count = 0; count < 3; count++) await recordEngagement(aCtx(db), now.id, 'read', ago(1))
    const touched: string[] = []
    await countEngagement(aCtx(db, { dropCached: (names) => void touched.push(...names) }))
    expect(touched).toEqual(['soon:trending', 'soon:creators'])
    const found = await listTrending(aCtx(db), { category: 'trends', limit: 6 })
    expect(found.map(({ id }) => id)).toEqual([now.id, loved.id, once.id])
    await expect(listTrending(aCtx(db), { category: 'no-such', limit: 6 })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('ranks responses, bookmarks and likes above reads', async () => {
    const [author, other] = [await aPerson(db, 'author'), await aPerson(db)]
    const category = await createCategory(aCtx(db), {
      slug: 'signs',
      name: 'Signs',
      description: '',
      position: 2,
      picture: null,
    })
    const publishedAt = new Date(Date.now() - 20 * 24 * 3_600_000)
    const kinds = ['read', 'like', 'bookmark', 'response'] as const
    const made = new Map<string, string>()
    for (const kind of kinds) {
      const given = { categoryId: category.id, publishedAt, coAuthorIds: [other.id] }
      const { id } = await anArticle(db, author.id, given)
      made.set(id, kind)
      await recordEngagement(aCtx(db), id, kind)
    }
    while (await countEngagement(aCtx(db)));
    const found = await listTrending(aCtx(db), { category: 'signs', limit: 6 })
    expect(found.map(({ id }) => made.get(id))).toEqual(kinds.toReversed())
    const ranks = await db
      .selectFrom('creatorRank')
      .select(['heat', 'reads'])
      .where('personId', 'in', [author.id, other.id])
      .execute()
    expect(ranks.map(({ reads }) => reads)).toEqual([1, 1])
    expect(ranks[0]?.heat).toBeCloseTo(ranks[1]?.heat ?? 0, 9)
  })

  test('counts everything once with several workers', async () => {
    const author = await aPerson(db, 'author')
    const stories = await Promise.all([1, 2, 3].map(() => anArticle(db, author.id)))
    await Promise.all(
      Array.from({ length: 90 }, (_, nth) =>
        recordEngagement(aCtx(db), stories[nth % 3]?.id ?? '', nth % 2 ? 'read' : 'like'),
      ),
    )
    const rounds = [1, 2, 3].map(() => createDiscoveryWorker(aCtx(db)))
    await Promise.all(rounds.map(({ wake }) => wake()))
    await Promise.all(rounds.map(({ close }) => close()))
    const ranks = await db
      .selectFrom('storyRank')
      .select('reads')
      .where(
        'articleId',
        'in',
        stories.map(({ id }) => id),
      )
      .execute()
    expect(ranks.map(({ reads }) => reads)).toEqual([15, 15, 15])
    const creator = await db
      .selectFrom('creatorRank')
      .select('reads')
      .where('personId', '=', author.id)
      .executeTakeFirst()
    expect(creator?.reads).toBe(45)
  })
})

describe('related stories', () => {
  test('share the rarest tags first, and never include the story itself', async () => {
    const [one, other] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
    const story = await anArticle(db, one.id, { tags: ['rare moss', 'walking'] })
    const near = await anArticle(db, other.id, { tags: ['rare moss', 'walking'] })
    const far = await anArticle(db, other.id, { tags: ['walking'] })
    const own = await anArticle(db, one.id)
    await allRelated()
    const { related, byAuthor, next } = await getRelatedStories(aCtx(db), story.slug)
    expect(related.slice(0, 2).map(({ id }) => id)).toEqual([near.id, far.id])
    expect(byAuthor.map(({ id }) => id)).toEqual([own.id])
    const all = [...related, ...byAuthor, ...(next ? [next] : [])]
    expect(all.map(({ id }) => id)).not.toContain(story.id)
    // Earlier stories are updated with later related ones.
    expect((await getRelatedStories(aCtx(db), near.id)).related.map(({ id }) => id)).toContain(story.id)
  })

  test('leave out the stories that are shown as more from the author', async () => {
    const [one, other] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
    const tags = ['twice shown', 'walking twice']
    const story = await anArticle(db, one.id, { tags })
    const own = [await anArticle(db, one.id, { tags }), await anArticle(db, one.id, { tags })]
    const elsewhere = await anArticle(db, other.id, { tags })
    await allRelated()
    const { related, byAuthor, next } = await getRelatedStories(aCtx(db), story.id)
    expect(byAuthor.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted())
    expect(related[0]?.id).toBe(elsewhere.id)
    const all = [...related, ...byAuthor, ...(next ? [next] : [])].map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
  })

  test('share rare words, even without common tags', async () => {
    const text = (words: string) => aDocument(`${words} `.repeat(6) + 'and then the road goes on as roads do')
    const author = await aPerson(db, 'author')
    const story = await anArticle(db, author.id, { body: text('lichen granite cairn') })
    const other = await anArticle(db, (await aPerson(db, 'author')).id, { body: text('granite lichen summit') })
    await anArticle(db, (await aPerson(db, 'author')).id, { body: text('bread flour oven') })
    await allRelated()
    expect((await getRelatedStories(aCtx(db), story.id)).related[0]?.id).toBe(other.id)
  })

  test('leave out unpublished stories immediately', async () => {
    const author = await aPerson(db, 'author')
    const story = await anArticle(db, author.id, { tags: ['gone soon'] })
    const other = await anArticle(db, (await aPerson(db, 'author')).id, { tags: ['gone soon'] })
    await allRelated()
    expect((await getRelatedStories(aCtx(db), story.id)).related[0]?.id).toBe(other.id)
    const row = await db.selectFrom('article').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow()
    await hideFromReaders(aCtx(db), row)
    await db.updateTable('article').set({ state: 'removed' }).where('id', '=', other.id).execute()
    expect(JSON.stringify(await getRelatedStories(aCtx(db), story.id))).not.toContain(other.id)
  })
})

describe('started stories', () => {
  test('are listed for their reader until finished or dismissed', async () => {
    const author = await aPerson(db, 'author')
    const [reader, stranger] = [await aPerson(db), await aPerson(db)]
    const [one, two] = [await anArticle(db, author.id), await anArticle(db, author.id)]
    const ctx = aCtx(db, { viewer: reader })
    const own = { ...ctx, viewer: reader }
    await recordReading(ctx, one.id, { progress: 40, finished: false })
    await recordReading(ctx, two.id, { progress: 70, finished: false })
    expect((await listReadings(own)).map(({ story, progress }) => [story.id, progress])).toEqual([
      [two.id, 70],
      [one.id, 40],
    ])
    expect(await listReadings({ ...ctx, viewer: stranger })).toEqual([])
    await recordReading(ctx, two.id, { progress: 100, finished: false })
    expect((await listReadings(own)).map(({ story }) => story.id)).toEqual([one.id])
    await recordReading(ctx, two.id, finished)
    await deleteReading(own, one.slug)
    expect(await listReadings(own)).toEqual([])
  })
})

describe('for you', () => {
  test('shows trending stories first, then recommendations with reasons', async () => {
    const author = await aPerson(db, 'author')
    const reader = await aPerson(db)
    const ctx = { ...aCtx(db), viewer: reader }
    const read = await anArticle(db, author.id, { title: 'The first', tags: ['night trains'] })
    const like = await anArticle(db, (await aPerson(db, 'author')).id, { tags: ['night trains'] })
    const topic = await anArticle(db, (await aPerson(db, 'author')).id, { tags: ['herbs'] })
    const mine = await anArticle(db, reader.id, { tags: ['herbs'] })
    await allRelated()
    expect(new Set((await listForYou(ctx, { limit: 20 })).items.map(({ why }) => why.kind))).toEqual(
      new Set(['trending']),
    )

    await followTopic(ctx, { kind: 'tag', slug: 'herbs' })
    await beginReading(ctx, read.id)
    await recordReading(ctx, read.id, finished)
    while (await refreshNextRecommendations(aCtx(db)));
    const { items } = await listForYou(ctx, { limit: 50 })
    const why = (id: string) => items.find(({ story }) => story.id === id)?.why
    expect(why(topic.id)).toEqual({ kind: 'topic', name: 'herbs' })
    expect(why(like.id)).toEqual({ kind: 'story', name: 'The first' })
    expect(why(read.id)).toBeUndefined()
    expect(why(mine.id)).toBeUndefined()
    const place = (id: string) => items.findIndex(({ story }) => story.id === id)
    expect(place(topic.id)).toBeLessThan(place(like.id))
  })

  test('pages neither skip nor repeat', async () => {
    const reader = await aPerson(db)
    const ctx = { ...aCtx(db), viewer: reader }
    await followTopic(ctx, { kind: 'tag', slug: 'herbs' })
    while (await refreshNextRecommendations(aCtx(db)));
    const whole = (await listForYou(ctx, { limit: 50 })).items.map(({ story }) => story.id)
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await listForYou(ctx, { limit: 3, before })
      seen.push(...page.items.map(({ story }) => story.id))
      before = page.next ?? undefined
    } while (before && seen.length < whole.length)
    expect(seen.slice(0, whole.length)).toEqual(whole)
  })

  test('topics are followed once and unfollowed', async () => {
    const reader = await aPerson(db)
    const ctx = { ...aCtx(db), viewer: reader }
    await followTopic(ctx, { kind: 'tag', slug: 'herbs' })
    await followTopic(ctx, { kind: 'tag', slug: 'Herbs' })
    await followTopic(ctx, { kind: 'category', slug: 'trends' })
    expect((await listTopics(ctx)).mine).toEqual([
      { kind: 'tag', slug: 'herbs', name: 'herbs' },
      { kind: 'category', slug: 'trends', name: 'Trends' },
    ])
    await unfollowTopic(ctx, { kind: 'tag', slug: 'herbs' })
    expect((await listTopics(ctx)).mine).toHaveLength(1)
    await expect(followTopic(ctx, { kind: 'tag', slug: 'never' })).rejects.toMatchObject({ code: 'not-found' })
  })
})
