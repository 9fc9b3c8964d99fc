import { expect, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { deferred } from '../deferred.ts'
import { aPerson, signedIn } from '../people.ts'
import { expectAccessible } from './axe.ts'
import { aVisitor, open, signedInVisitor, waitForHydration, useBrowser, withoutExpected } from './browser.ts'
import { aLongList, cardInView, scrollToEnd, titles, top, scrollUntil } from './infinite-list.ts'
import { plainPage } from './plain.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const PAYLOADS = '**/_payload.json?*before=*'

test('a list loads more near its end and is restored on Back, on reload and after leaving the site', async () => {
  const { path } = await aLongList(db(), 'heather', 50)
  const all = Array.from({ length: 50 }, (_, n) => `heather ${n}`)
  const { page, complaints } = await aVisitor({ preloading: true, pictures: true })
  const cards = page.locator('main article')

  // The next page replaces its skeleton below the viewport.
  const released = deferred<void>()
  await page.route(PAYLOADS, async (route) => {
    await released.promise
    await route.continue()
  })
  await open(page, path)
  expect(await titles(page)).toEqual(all.slice(0, 20))
  await scrollToEnd(page)
  await page.locator('[data-skeleton]').waitFor()
  const end = await top(page)
  released.resolve()
  await expect.poll(() => cards.count()).toBe(40)
  expect(await page.locator('[data-skeleton]').count()).toBe(0)
  expect(await top(page)).toBe(end)
  // The URL and the focus do not change.
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

  await page.evaluate(() => window.scrollTo(0, 3500))
  const before = await cardInView(page)
  const expectRestored = async () => {
    await expect.poll(() => cardInView(page)).toEqual(before)
    await expect.poll(() => cards.count()).toBe(40)
  }
  await page.getByRole('link', { name: before.title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: before.title, exact: true }).waitFor()
  await page.goBack()
  await expectRestored()
  await page.reload()
  await waitForHydration(page)
  await expectRestored()
  await page.goto('/robots.txt')
  await page.goBack()
  await expectRestored()

  await scrollUntil(page, 50)
  expect(await titles(page)).toEqual(all)
  // A new visit starts at the top.
  await open(page, '/about')
  await open(page, path)
  await expect.poll(() => cards.count()).toBe(20)
  expect(withoutExpected(complaints)).toEqual([])
})

test('nothing moves on phones when dates are replaced by local ones', async () => {
  const author = await aPerson(db(), 'author')
  for (const [n, hours] of [1, 5, 12, 30, 100].entries())
    await anArticle(db(), author.id, {
      title: `Tansy ${n}`,
      tags: ['tansy'],
      publishedAt: new Date(Date.now() - hours * 3600_000),
    })
  const { page } = await aVisitor({ preloading: true, pictures: true })
  await watchShifts(page)
  // Fonts have a test of their own; here only the dates change.
  await page.route('**/*.woff2', (route) => route.abort())
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 780 })
    await open(page, '/tag/tansy')
    await page.locator('main time', { hasText: 'ago' }).first().waitFor({ state: 'attached' })
    expect(await shiftsOf(page), `${width} pixels`).toEqual([])
  }
})

test('a reader dismisses a started story, follows topics and finds their stories', async () => {
  const { page, person, complaints } = await signedInVisitor('reader', { preloading: true, pictures: true })
  const author = await aPerson(db(), 'author')
  const started: string[] = []
  for (const n of [1, 2]) {
    const publishedAt = new Date('2018-01-01')
    const story = await anArticle(db(), author.id, { title: `Half read ${n} by ${author.handle}`, publishedAt })
    const row = { personId: person.id, articleId: story.id, progress: 40, readAt: new Date(Date.now() - n * 60_000) }
    await db().insertInto('reading').values(row).execute()
    started.push(story.title)
  }
  const [first = '', second = ''] = started
  const kept = () => db().selectFrom('reading').select('progress').where('personId', '=', person.id).execute()
  const followed = async () =>
    (await db().selectFrom('topicFollow').select('tagId').where('personId', '=', person.id).execute()).length

  await open(page, '/')
  const section = page.getByRole('region', { name: 'Continue reading' })
  expect(await section.locator('h3').allInnerTexts()).toEqual([first, second])
  await expectAccessible(page, 'the front page')
  await section.getByRole('button', { name: first }).click()
  await expect.poll(() => section.locator('h3').allInnerTexts()).toEqual([second])
  await expect.poll(kept).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => section.locator('h3').allInnerTexts()).toEqual([first, second])
  await expect.poll(kept).toEqual([{ progress: 40 }, { progress: 40 }])

  await page.getByRole('link', { name: 'Following', exact: true }).click()
  await page.getByRole('heading', { name: 'Follow what you care about' }).waitFor()
  await expectAccessible(page, 'nothing followed yet')
  const craft = page.getByRole('list', { name: 'Topics' }).getByRole('button', { name: 'Craft', exact: true })
  await craft.click()
  await expect.poll(() => craft.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(followed).toBe(1)
  await page.getByRole('link', { name: 'Show my stories' }).click()
  await page.getByText('Topics you follow: Craft').click()
  await expect.poll(() => page.locator('main article').filter({ hasText: 'in Craft' }).count()).toBeGreaterThan(2)
  await expectAccessible(page, 'stories of followed topics')

  await open(page, '/tag/recipes')
  await page.getByRole('button', { name: 'Follow recipes' }).click()
  await expect.poll(followed).toBe(2)
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Following recipes', pressed: true }).click()
  await expect.poll(followed).toBe(1)
  await open(page, '/creators?q=zzz')
  await expectAccessible(page, 'no creators found')
  expect(complaints).toEqual([])
})

test('without scripts the pages of a list are links, and cards say which stories are for members', async () => {
  const { author, path } = await aLongList(db(), 'moss', 25)
  await db()
    .updateTable('article')
    .set({ access: 'members' })
    .where('authorId', '=', author.id)
    .where('title', 'in', ['moss 1', 'moss 3'])
    .execute()
  const newest = await plainPage(path)
  const older = await newest.follow('Older stories')
  const names = 'main article :is(h2, h3)'
  expect([...newest.texts(names), ...older.texts(names)]).toEqual(Array.from({ length: 25 }, (_, n) => `moss ${n}`))
  expect((await older.follow('Back to the newest')).texts(names)).toEqual(newest.texts(names))
  const forMembers = [...newest.document.querySelectorAll('main article')].flatMap((card) =>
    card.textContent.includes('Members') ? [card.querySelector('h2, h3')?.textContent] : [],
  )
  expect(forMembers).toEqual(['moss 1', 'moss 3'])
})

test('without scripts creators are searched, sorted and filtered by category', async () => {
  const creators = 'main li a[href*="/user/"]'
  const found = await (await (await plainPage('/creators')).follow('Rising')).submit({ q: 'holt' })
  expect(found.path).toBe('/creators?sort=rising&q=holt')
  expect(found.texts(creators)).toEqual([expect.stringContaining('Maren Holt')])
  const none = await found.follow('Craft')
  expect(none.main).toContain('No creators found for “holt”')
  expect((await none.follow('Show all creators')).texts(creators).length).toBeGreaterThan(5)
})

test('without scripts the front page leads to a category, its tags and their stories', async () => {
  const front = await plainPage('/')
  expect(front.texts('section[aria-labelledby=trending] li')).toHaveLength(6)
  const category = await front.follow(/^Food/)
  expect(category.title).toBe('Food')
  const tag = await category.follow('soup')
  expect(tag.title).toMatch(/^soup$/i)
  expect(tag.texts('main article').length).toBeGreaterThan(0)
  const unknown = await plainPage('/tag/no-such-tag')
  expect([unknown.status, unknown.title]).toEqual([404, 'Page Not Found'])
})

test('without scripts a reader switches between the tabs of their front page', async () => {
  const cookie = await signedIn(db(), await aPerson(db()))
  const forYou = await plainPage('/', { cookie })
  expect(forYou.main.split('Popular now').length).toBeGreaterThan(4)
  const following = await forYou.follow('Following')
  expect(following.texts('h1, h2')).toContain('Follow what you care about')
})
