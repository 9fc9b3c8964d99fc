import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aPerson } from '../people.ts'
import { aVisitor, open, somebody, taken, useBrowser, withoutExpected } from './browser.ts'
import { useSiteDatabase } from './desk.ts'
import { aLongList, inSight, titles, top, unroll } from './endless.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

useBrowser()
const db = useSiteDatabase()

const PAYLOADS = '**/_payload.json?*before=*'
const older = (page: Page) => page.getByRole('link', { name: 'Older stories' })

describe('a list that goes on by itself', () => {
  test('brings the next pages when its end comes near, each story once, and says so', async () => {
    const { path } = await aLongList(db(), 'gorse', 45)
    const { page, complaints } = await aVisitor()
    await open(page, path)
    expect(await page.locator('main article').count()).toBe(20)
    await unroll(page, 45)
    const all = await titles(page)
    expect(all).toEqual(Array.from({ length: 45 }, (_, n) => `gorse ${n}`))
    await page.getByText('That is the end of the list.').first().waitFor()
    expect(await page.locator('main output').innerText()).toContain('5 more stories, 45 in all.')
    expect(await older(page).count()).toBe(0)
    // The address stays that of the page that was opened, and the keyboard where it was.
    expect(new URL(page.url()).search).toBe('')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(complaints).toEqual([])
  })

  test('is there again on Back, with all that was loaded, at the same place', async () => {
    const { path } = await aLongList(db(), 'heather', 90)
    const { page, complaints } = await aVisitor()
    await open(page, path)
    await unroll(page, 80)
    await page.evaluate(() => window.scrollTo(0, 7000))
    const [before, place] = [await inSight(page), await top(page)]
    await page.getByRole('link', { name: before.title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: before.title, exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'heather' }).waitFor()
    await expect.poll(async () => Math.abs((await top(page)) - place)).toBeLessThanOrEqual(2)
    const after = await inSight(page)
    expect(after.title).toBe(before.title)
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(2)
    // It goes on from there.
    await unroll(page, 90)
    expect(new Set(await titles(page)).size).toBe(90)
    expect(complaints).toEqual([])
  })

  test('and after the page was loaded anew, or left for another one', async () => {
    const { path } = await aLongList(db(), 'bilberry', 90)
    const { page, complaints } = await aVisitor()
    await open(page, path)
    await unroll(page, 80)
    await page.evaluate(() => window.scrollTo(0, 7000))
    const before = await inSight(page)
    await page.reload()
    await taken(page)
    await expect.poll(() => inSight(page)).toEqual(before)
    await page.goto('/robots.txt')
    await page.goBack()
    await expect.poll(() => inSight(page)).toEqual(before)
    // Whoever comes by the front door starts at the beginning.
    await open(page, '/about')
    await open(page, path)
    expect(await page.locator('main article').count()).toBe(20)
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('shows no story twice when new ones have arrived meanwhile', async () => {
    const { author, path } = await aLongList(db(), 'sedge', 30)
    const { page } = await aVisitor()
    await open(page, path)
    const shown = await titles(page)
    await page.route(PAYLOADS, async (route) => {
      const response = await route.fetch()
      const payload = await response.json()
      const list = payload.loaderData['page:/tag/:tag'].page
      const { items } = await (await fetch(new URL(`/api/stories?tag=sedge&limit=3`, page.url()))).json()
      list.items.unshift(...items)
      await route.fulfill({ response, json: payload })
    })
    await anArticle(db(), author.id, { title: 'sedge, the newest', tags: ['sedge'] })
    await unroll(page, 30)
    const all = await titles(page)
    expect(new Set(all).size).toBe(all.length)
    expect(all.slice(0, 20)).toEqual(shown)
  })

  test('says when a page cannot be loaded, and tries again when asked', async () => {
    const { path } = await aLongList(db(), 'bracken', 30)
    const { page } = await aVisitor()
    await page.route(PAYLOADS, (route) => route.abort())
    await open(page, path)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('main').getByRole('alert').getByText('could not be loaded').waitFor()
    expect(await violations(page)).toEqual([])
    await page.unroute(PAYLOADS)
    const again = page.getByRole('link', { name: 'Try again' })
    await again.click()
    await expect.poll(() => page.locator('main article').count()).toBe(30)
    expect(await page.getByText('could not be loaded').count()).toBe(0)
  })

  test('holds the place of what is coming', async () => {
    const { path } = await aLongList(db(), 'rushes', 30)
    const { page } = await aVisitor()
    let go = () => {}
    const held = new Promise<void>((done) => (go = done))
    await page.route(PAYLOADS, async (route) => {
      await held
      await route.continue()
    })
    await open(page, path)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.locator('[data-skeleton]').waitFor()
    const place = await top(page)
    go()
    await expect.poll(() => page.locator('main article').count()).toBe(30)
    expect(await page.locator('[data-skeleton]').count()).toBe(0)
    expect(await top(page)).toBe(place)
  })

  test('asks after ten pages, so that the foot of the page can be reached', async () => {
    const { path } = await aLongList(db(), 'nettle', 260)
    const { page } = await aVisitor()
    await open(page, path)
    await unroll(page, 220)
    const more = page.getByRole('link', { name: 'Show more stories' })
    await more.waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(500)
    expect(await page.locator('main article').count()).toBe(220)
    await more.click()
    await expect.poll(() => page.locator('main article').count()).toBeGreaterThan(220)
    expect(new URL(page.url()).search).toBe('')
  })

  test('leaves it to those who save data', async () => {
    const { path } = await aLongList(db(), 'thrift', 30)
    const { page } = await aVisitor()
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
    await open(page, path)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(500)
    expect(await page.locator('main article').count()).toBe(20)
    await older(page).click()
    await expect.poll(() => page.locator('main article').count()).toBe(30)
  })

  test('is walked through with j and k', async () => {
    const { path } = await aLongList(db(), 'teasel', 5)
    const { page } = await aVisitor()
    await open(page, path)
    const all = await titles(page)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    // What listens to keys comes a moment after the page.
    await expect
      .poll(async () => {
        await page.keyboard.press('j')
        return focused()
      })
      .toBe(all[0])
    await page.keyboard.press('j')
    expect(await focused()).toBe(all[1])
    await page.keyboard.press('k')
    expect(await focused()).toBe(all[0])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: all[0] ?? '', exact: true }).waitFor()
  })
})

test.each([360, 390])('nothing moves at %i pixels when dates are said in the reader’s words', async (width) => {
  const author = await aPerson(db(), 'author')
  for (const [n, hours] of [1, 5, 12, 30, 100].entries())
    await anArticle(db(), author.id, {
      title: `Tansy ${n}`,
      tags: ['tansy'],
      publishedAt: new Date(Date.now() - hours * 3600_000),
    })
  const { page } = await aVisitor({ viewport: { width, height: 780 } })
  await watchShifts(page)
  // Of the fonts another test tells; here only the dates change.
  await page.route('**/*.woff2', (route) => route.abort())
  await open(page, '/tag/tansy')
  await page.locator('main time', { hasText: 'ago' }).first().waitFor({ state: 'attached' })
  expect(await shiftsOf(page)).toEqual([])
})

describe('without scripts', () => {
  test('pages of every list are links', async () => {
    const { path } = await aLongList(db(), 'moss', 30)
    const { page } = await aVisitor({ javaScriptEnabled: false })
    await page.goto(path)
    const first = await titles(page)
    await older(page).click()
    const second = await titles(page)
    expect([...first, ...second]).toEqual(Array.from({ length: 30 }, (_, n) => `moss ${n}`))
    await page.getByRole('link', { name: 'Back to the newest' }).click()
    expect(await titles(page)).toEqual(first)
  })

  test('creators are searched, sorted and chosen by category', async () => {
    const { page } = await aVisitor({ javaScriptEnabled: false })
    await page.goto('/creators')
    await page.getByRole('link', { name: 'Rising' }).click()
    await page.getByRole('searchbox', { name: 'Name or handle' }).fill('holt')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(new URL(page.url()).search).toBe('?sort=rising&q=holt')
    expect(await page.locator('main li a[href*="/user/"]').allInnerTexts()).toEqual([
      expect.stringContaining('Maren Holt'),
    ])
    await page.getByRole('link', { name: 'Craft', exact: true }).click()
    await page.getByText('Nobody is called “holt” here').waitFor()
    await page.getByRole('link', { name: 'Show everybody' }).click()
    expect(await page.locator('main li a[href*="/user/"]').count()).toBeGreaterThan(5)
  })

  test('a category leads to its tags, and a tag to its stories', async () => {
    const { page } = await aVisitor({ javaScriptEnabled: false })
    await page.goto('/category/food')
    await page.getByRole('navigation', { name: 'Tags in this category' }).getByRole('link', { name: 'soup' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/soup$/i)
    expect(await page.locator('main article').count()).toBeGreaterThan(0)
    await page.goto('/tag/no-such-tag')
    await page.getByText('Page Not Found').first().waitFor()
  })

  test('a reader goes between the tabs of their front page', async () => {
    const { page } = await somebody('reader', { javaScriptEnabled: false })
    await page.goto('/')
    expect(await page.getByText('Popular now').count()).toBeGreaterThan(3)
    await page.getByRole('link', { name: 'Following', exact: true }).click()
    await page.getByRole('heading', { name: 'Follow what you care about' }).waitFor()
  })
})

describe('topics', () => {
  test('a reader chooses some, and their newest stories stand under Following', async () => {
    const { page, complaints } = await somebody('reader')
    await open(page, '/?tab=following')
    const craft = page.getByRole('list', { name: 'Topics' }).getByRole('button', { name: 'Craft', exact: true })
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/topics/'))
    await craft.click()
    expect(await craft.getAttribute('aria-pressed')).toBe('true')
    expect((await answered).ok()).toBe(true)
    await page.getByRole('link', { name: 'Show my stories' }).click()
    await page.getByText('Topics you follow: Craft').waitFor()
    expect(await page.locator('main article').filter({ hasText: 'in Craft' }).count()).toBeGreaterThan(2)
    expect(complaints).toEqual([])
  })

  test('a tag is followed from its page, and left again', async () => {
    const { page, person } = await somebody('reader')
    const followed = () => db().selectFrom('topicFollow').select('tagId').where('personId', '=', person.id).execute()
    await open(page, '/tag/recipes')
    await page.getByRole('button', { name: 'Follow recipes' }).click()
    await page.getByRole('button', { name: 'Following recipes', pressed: true }).waitFor()
    await expect.poll(async () => (await followed()).length).toBe(1)
    await page.reload()
    await taken(page)
    await page.getByRole('button', { name: 'Following recipes', pressed: true }).click()
    await expect.poll(async () => (await followed()).length).toBe(0)
  })

  test('what is refused is taken back, and said', async () => {
    const { page } = await somebody('reader')
    await open(page, '/category/nature')
    await page.route('**/api/topics/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Follow Nature' }).click()
    await page.getByRole('alert').getByText('You do not follow Nature yet').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Follow Nature', pressed: false }).waitFor()
  })

  test('a visitor signs in first and comes back', async () => {
    const { page } = await aVisitor()
    await open(page, '/category/nature')
    const link = page.getByRole('link', { name: 'Follow Nature' })
    expect(await link.getAttribute('href')).toBe('/auth/newauth?next=%2Fcategory%2Fnature')
  })
})

describe('what a reader began', () => {
  async function begun(page: Page, personId: string) {
    const author = await aPerson(db(), 'author')
    const made = []
    for (const n of [1, 2]) {
      const publishedAt = new Date('2018-01-01')
      const story = await anArticle(db(), author.id, { title: `Half read ${n} by ${author.handle}`, publishedAt })
      const row = { personId, articleId: story.id, progress: 40, readAt: new Date(Date.now() - n * 60_000) }
      await db().insertInto('reading').values(row).execute()
      made.push(story.title)
    }
    await open(page, '/')
    return made
  }
  const shelf = (page: Page) => page.getByRole('region', { name: 'Continue reading' })

  test('stands above the list, and can be put away and taken back', async () => {
    const { page, person, complaints } = await somebody('reader')
    const [first = '', second = ''] = await begun(page, person.id)
    expect(await shelf(page).locator('h3').allInnerTexts()).toEqual([first, second])
    await shelf(page).getByText('40 % read').first().waitFor()
    await shelf(page).getByRole('button', { name: first }).click()
    await expect.poll(() => shelf(page).locator('h3').allInnerTexts()).toEqual([second])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(second)
    const kept = () => db().selectFrom('reading').select('progress').where('personId', '=', person.id).execute()
    await expect.poll(async () => (await kept()).length).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => shelf(page).locator('h3').allInnerTexts()).toEqual([first, second])
    await expect.poll(kept).toEqual([{ progress: 40 }, { progress: 40 }])
    expect(complaints).toEqual([])
  })

  test('comes back when putting it away is refused', async () => {
    const { page, person } = await somebody('reader')
    const both = await begun(page, person.id)
    await page.route('**/api/readings/**', (route) => route.abort())
    await shelf(page)
      .getByRole('button', { name: both[0] ?? '' })
      .click()
    await page.getByRole('alert').getByText('Not changed').waitFor({ state: 'attached' })
    expect(await shelf(page).locator('h3').allInnerTexts()).toEqual(both)
  })
})

test('a story for members says so on its card', async () => {
  const { author } = await aLongList(db(), 'lichen', 2)
  await db().updateTable('article').set({ access: 'members' }).where('authorId', '=', author.id).execute()
  const { page } = await aVisitor()
  await open(page, '/tag/lichen')
  expect(await page.locator('main article').getByText('Members', { exact: true }).count()).toBe(2)
})

test('the front page of a visitor counts out what is trending', async () => {
  const { page, complaints } = await aVisitor()
  await open(page, '/')
  const trending = page.getByRole('region', { name: 'Trending' }).getByRole('listitem')
  expect(await trending.count()).toBe(6)
  await page.getByRole('region', { name: 'Categories' }).getByRole('link', { name: /^Food/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Food' }).waitFor()
  expect(complaints).toEqual([])
})

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page) {
  await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, nav'))
      if (getComputedStyle(bar).position === 'sticky') bar.style.position = 'static'
    const { violations: found } = await Reflect.get(window, 'axe').run(document, { runOnly: { type: 'tag', values } })
    return found.flatMap(({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
  }, tags)
}

describe.each([
  { width: 320, height: 640 },
  { width: 1280, height: 860 },
])('at $width pixels axe finds nothing', (viewport) => {
  const wide = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test('for a visitor', async () => {
    const { page } = await aVisitor({ viewport })
    const paths = ['/', '/latest', '/latest?tag=work', '/category/food', '/tag/recipes', '/creators', '/creators?q=zzz']
    for (const path of paths) {
      await open(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await wide(page), path).toBeLessThanOrEqual(0)
    }
  })

  test('for a reader, before and after they follow something', async () => {
    const { page, person } = await somebody('reader', { viewport })
    const story = await anArticle(db(), (await aPerson(db(), 'author')).id, { publishedAt: new Date('2018-02-02') })
    const reading = { personId: person.id, articleId: story.id, progress: 60, readAt: new Date() }
    await db().insertInto('reading').values(reading).execute()
    const paths = ['/', '/?tab=following', '/category/food', `/user/new/temp-${person.id}`]
    for (const path of paths) {
      await open(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await wide(page), path).toBeLessThanOrEqual(0)
    }
    const { id: categoryId } = await db()
      .selectFrom('category')
      .select('id')
      .where('slug', '=', 'food')
      .executeTakeFirstOrThrow()
    await db().insertInto('topicFollow').values({ personId: person.id, categoryId, since: new Date() }).execute()
    await open(page, '/?tab=following')
    await page.getByText('Topics you follow: Food').click()
    expect(await violations(page)).toEqual([])
  })
})
