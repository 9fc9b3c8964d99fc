import { beforeAll, describe, expect, test } from 'vitest'
import { addDepth, addViews } from '#test/analytics.ts'
import { aDocument, aDraft, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import { estimateMonths } from '#server/earnings/revenue.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { getOwnFigures, getPageFigures, getStoryFigures } from './story-figures.ts'

const now = () => new Date('2026-03-10T12:00:00.000Z')
const publishedAt = new Date('2026-01-01T00:00:00.000Z')
const week = { range: '7d' as const }

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const as = (viewer: TestPerson): Ctx<Viewer> => ({ ...aCtx(db, { now }), viewer })
const storyFigures = (viewer: TestPerson, ref: string) => getStoryFigures(as(viewer), ref, week, estimateMonths)

describe('the figures of a story', () => {
  test('are for its authors, editors and admins', async () => {
    const [author, coAuthor] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
    const { id, slug } = await anArticle(db, author.id, { publishedAt, coAuthorIds: [coAuthor.id] })
    for (const viewer of [author, coAuthor, await aPerson(db, 'editor'), await aPerson(db, 'admin')])
      expect((await storyFigures(viewer, slug)).story.id).toBe(id)
    expect((await storyFigures(author, id)).earnings).toEqual([])
    expect((await storyFigures(await aPerson(db, 'editor'), id)).earnings).toBeNull()
    for (const viewer of [await aPerson(db, 'author'), await aPerson(db)])
      await expect(storyFigures(viewer, id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(storyFigures(author, 'nothing')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('of a story that was never published are empty, and only its authors learn that it exists', async () => {
    const author = await aPerson(db, 'author')
    const { id } = await aDraft(db, author.id, { title: 'Not yet', body: aDocument('Secret') })
    const figures = await storyFigures(author, id)
    expect(figures.story).toMatchObject({ title: 'Not yet', publishedAt: null, ref: null })
    expect(figures.totals).toEqual({ views: 0, visitors: 0, reads: 0 })
    expect(figures.html).toBe('')
    await expect(storyFigures(await aPerson(db, 'admin'), id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('have the period, the one before, and the depth of the text', async () => {
    const author = await aPerson(db, 'author')
    const story = await anArticle(db, author.id, { publishedAt, body: aDocument('As readers see it.') })
    await addViews(db, story, '2026-03-03', { views: 4, reads: 1, by: { source: 'search' } })
    await addViews(db, story, '2026-03-04', {
      views: 9,
      reads: 3,
      visitors: 5,
      by: { source: 'search', language: 'de' },
    })
    await addDepth(db, story, '2026-03-04', 9)
    const figures = await storyFigures(author, story.id)
    expect(figures.period).toMatchObject({ from: '2026-03-04', to: '2026-03-10', step: 'day' })
    expect(figures.totals).toEqual({ views: 9, visitors: 5, reads: 3 })
    expect(figures.totalsBefore).toEqual({ views: 4, visitors: 4, reads: 1 })
    expect(figures.series.map(({ views }) => views)).toEqual([9, 0, 0, 0, 0, 0, 0])
    expect(figures.sources).toMatchObject([{ value: 'search', views: 9, reads: 3, viewsBefore: 4 }])
    expect(figures.languages).toMatchObject([{ value: 'de', name: 'German' }])
    expect(figures.depth).toHaveLength(21)
    expect(figures.depth.slice(0, 2)).toEqual([9, 9])
    expect(figures.html).toContain('As readers see it.')
  })
})

test('own figures are those of all stories that the viewer wrote', async () => {
  const [author, other] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  const own = await anArticle(db, author.id, { publishedAt })
  const shared = await anArticle(db, other.id, { publishedAt, coAuthorIds: [author.id] })
  const foreign = await anArticle(db, other.id, { publishedAt })
  await aDraft(db, author.id)
  for (const [views, story] of [own, shared, foreign].entries())
    await addViews(db, story, '2026-03-09', { views: views + 1, reads: 1 })
  const figures = await getOwnFigures(as(author), week, estimateMonths)
  expect(figures.totals).toMatchObject({ views: 3, reads: 2 })
  expect(new Set(figures.stories.map(({ id }) => id))).toEqual(new Set([own.id, shared.id]))
})

describe('page views', () => {
  test('of visitors are those of public pages that exist, by name', async () => {
    const site = await aDatabase()
    const author = await aPerson(site.db, 'author', { name: 'Ada Quill', handle: 'ada-quill' })
    const story = await anArticle(site.db, author.id, { title: 'The hedge', publishedAt })
    const removed = await anArticle(site.db, author.id, { publishedAt })
    await site.db.updateTable('article').set({ state: 'removed' }).where('id', '=', removed.id).execute()
    await addViews(site.db, story, '2026-03-09', { views: 3 })
    await addViews(site.db, removed, '2026-03-09', { views: 50 })
    const paths = [
      '/',
      '/user/ada-quill',
      '/user/ada-quill/more',
      '/user/account',
      '/buy-now',
      `/story/${story.slug}/x`,
    ]
    for (const [index, value] of paths.entries())
      await site.db
        .insertInto('analyticsDay')
        .values({
          articleId: '',
          dimension: 'path',
          day: '2026-03-09',
          value,
          views: 20 - index,
          reads: 0,
          visitors: 1,
        })
        .execute()
    const tags: string[] = []
    const ctx = aCtx(site.db, { now, addCacheTags: (...added) => void tags.push(...added) })
    const figures = await getPageFigures(ctx, week)
    expect(figures.of).toBe('public')
    expect(figures.pages.map(({ value, name, ref, views }) => ({ value, name, ref, views }))).toEqual([
      { value: '/', name: 'Home', ref: null, views: 20 },
      { value: '/user/ada-quill', name: 'Ada Quill', ref: null, views: 19 },
      { value: `/story/${story.slug}`, name: 'The hedge', ref: story.slug, views: 3 },
    ])
    expect(tags).toEqual(['page-views', `person:${author.id}`, `article:${story.id}`])
    const admin = await aPerson(site.db, 'admin')
    const all = await getPageFigures({ ...ctx, viewer: admin }, week)
    expect(all.of).toBe('all')
    expect(all.pages.map(({ name }) => name)).toContain('/buy-now')
    const own = await getPageFigures({ ...ctx, viewer: author }, week)
    expect(own).toMatchObject({ of: 'own', totals: { views: 53 } })
  })

  test('of everyone are for admins, and own ones for people who are signed in', async () => {
    const visitor = aCtx(db, { now })
    for (const of of ['own', 'all'] as const)
      await expect(getPageFigures(visitor, { ...week, of })).rejects.toMatchObject({ code: 'sign-in-needed' })
    const reader = as(await aPerson(db))
    await expect(getPageFigures(reader, { ...week, of: 'all' })).rejects.toMatchObject({ code: 'not-allowed' })
    expect((await getPageFigures(reader, { ...week, of: 'own' })).pages).toEqual([])
    expect((await getPageFigures(reader, week)).of).toBe('public')
  })
})
