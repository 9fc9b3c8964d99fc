import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aCtx, aPerson } from '../people.ts'
import type { Viewer } from '#contract/identity.ts'
import { makeList } from '#server/bookmarks/lists.ts'
import { putInList } from '#server/bookmarks/save.ts'
import { overflow, violations } from './axe.ts'
import { aVisitor, open, somebody, useBrowser, withoutExpected } from './browser.ts'
import { useSiteDatabase } from './desk.ts'

useBrowser()
const db = useSiteDatabase()

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 860 }

const ribbon = (where: Page | Locator, title: string) =>
  where.getByRole('button', { name: `Save “${title}”`, exact: true })
const rows = (page: Page) => page.locator('main ol [data-row] h3').allInnerTexts()

/** Waits until a ribbon shows that its story is saved, or is not. */
async function shows(button: Locator, saved: boolean) {
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(saved))
}

const answered = (page: Page, method: string, part: string) =>
  page.waitForResponse((answer) => answer.request().method() === method && answer.url().includes(part))

let made = 0

/** Stories with a tag that nobody else uses, so that its page shows them and nothing else. */
async function tagged(many: number) {
  made += 1
  const tag = `ribbon-${made}-${Math.random().toString(36).slice(2, 8)}`
  const author = await aPerson(db(), 'author')
  const stories: { id: string; slug: string; title: string }[] = []
  for (let n = 1; n <= many; n++) {
    const title = `${tag} number ${n}`
    stories.push(await anArticle(db(), author.id, { title, tags: [tag] }))
  }
  return { tag, stories, titles: stories.map(({ title }) => title) }
}

/** A list of somebody with stories in it, the first one on top. */
async function aListOf(viewer: Viewer, given: { name: string; stories: { id: string }[]; public?: boolean }) {
  const ctx = { ...aCtx(db()), viewer }
  const list = await makeList(ctx, { name: given.name, description: '', public: given.public ?? false })
  for (const { id } of given.stories.toReversed()) await putInList(ctx, list.id, id, {})
  return { ...list, path: `/user/bookmarks?list=${list.id}` }
}

describe('saving a story', () => {
  test('on a card shows on its page and in the list, moves nothing, and is taken back with Undo', async () => {
    const { tag, titles, stories } = await tagged(2)
    const { page, complaints } = await somebody('reader')
    const [title = ''] = titles
    await open(page, `/tag/${tag}`)
    const card = page.locator('main article', { hasText: title })
    const before = await card.boundingBox()
    const saved = answered(page, 'PUT', '/bookmark')
    await ribbon(page, title).click()
    await shows(ribbon(page, title), true)
    expect(await card.boundingBox()).toEqual(before)
    const filled = () =>
      ribbon(page, title)
        .locator('path')
        .evaluate((path) => getComputedStyle(path).fill)
    expect(await filled()).not.toBe('none')
    await saved
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.mouse.wheel(0, 10)
    await shows(ribbon(page.locator('main header'), title), true)
    await open(page, '/user/bookmarks')
    expect(await rows(page)).toEqual([title])
    await open(page, `/story/${stories[0]?.slug ?? ''}`)
    await page.mouse.wheel(0, 10)
    await page.getByRole('button', { name: 'Listen' }).waitFor()
    const gone = answered(page, 'DELETE', '/bookmark')
    await ribbon(page.locator('main header'), title).click()
    await gone
    await shows(ribbon(page.locator('main header'), title), false)
    const back = answered(page, 'PUT', '/api/lists/')
    await page.getByRole('button', { name: 'Undo' }).click()
    await back
    await shows(ribbon(page.locator('main header'), title), true)
    expect(complaints).toEqual([])
  })

  test('is shown at once, and taken back with a word when it is refused', async () => {
    const { tag, titles } = await tagged(1)
    const [title = ''] = titles
    const { page, complaints } = await somebody('reader')
    await open(page, `/tag/${tag}`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/bookmark', async (route) => {
      await held
      await route.fulfill({ status: 429, json: { error: { code: 'too-many-requests', message: '', details: {} } } })
    })
    await ribbon(page, title).click()
    await shows(ribbon(page, title), true)
    answer()
    await page.getByText('It was not saved').first().waitFor()
    await shows(ribbon(page, title), false)
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('goes to the lists that are ticked, also a new one, with a note', async () => {
    const { tag, titles } = await tagged(1)
    const [title = ''] = titles
    const { page, complaints } = await somebody('reader')
    await open(page, `/tag/${tag}`)
    await ribbon(page, title).click()
    await page.getByRole('button', { name: 'Choose lists' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose lists' })
    await dialog.getByRole('checkbox', { name: 'Saved' }).waitFor()
    await dialog.getByRole('button', { name: 'New list' }).click()
    await dialog.getByRole('textbox', { name: 'Name of the new list' }).fill('For the train')
    const put = answered(page, 'PUT', '/api/lists/')
    await dialog.getByRole('button', { name: 'Make the list' }).click()
    await put
    expect(await dialog.getByRole('checkbox', { name: 'For the train' }).isChecked()).toBe(true)
    const left = answered(page, 'DELETE', '/api/lists/')
    await dialog.getByRole('checkbox', { name: 'Saved' }).click()
    await left
    expect(await violations(page)).toEqual([])
    const noted = answered(page, 'PUT', '/api/lists/')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Before the bridge')
    await dialog.getByRole('button', { name: 'Keep the note' }).click()
    await noted
    await dialog.waitFor({ state: 'hidden' })
    await open(page, '/user/bookmarks')
    await page.getByRole('link', { name: 'For the train' }).click()
    await page.getByText('Before the bridge').waitFor()
    expect(await rows(page)).toEqual([title])
    expect(complaints).toEqual([])
  })

  test('is a key away, and asks a visitor to sign in first', async () => {
    const { tag, titles } = await tagged(2)
    const { page } = await somebody('reader')
    await open(page, `/tag/${tag}`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    // The keys come after the page itself.
    await expect
      .poll(async () => {
        if (!titles.includes(await focused())) await page.keyboard.press('j')
        return titles.includes(await focused())
      })
      .toBe(true)
    const title = await focused()
    const saved = answered(page, 'PUT', '/bookmark')
    await page.keyboard.press('b')
    await shows(ribbon(page, title), true)
    await saved
    const visitor = await aVisitor()
    await open(visitor.page, `/tag/${tag}`)
    await visitor.page.getByRole('link', { name: 'Sign in to save this story' }).first().click()
    await visitor.page.waitForURL(`**/auth/newauth?next=%2Ftag%2F${tag}`)
  })
})

describe('one’s own list', () => {
  test('is put in order with the keyboard, said aloud, and with the buttons', async () => {
    const { stories, titles } = await tagged(3)
    const [a = '', b = '', c = ''] = titles
    const { page, person, complaints } = await somebody('reader')
    const { path } = await aListOf(person, { name: 'Order', stories })
    await open(page, path)
    expect(await rows(page)).toEqual([a, b, c])
    await page.getByRole('button', { name: `Move “${a}”`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => rows(page)).toEqual([b, c, a])
    await page.getByText(`${a}: 3 of 3`).waitFor({ state: 'attached' })
    const placed = answered(page, 'POST', '/place')
    await page.keyboard.press('Enter')
    await placed
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expect.poll(() => rows(page)).toEqual([b, c, a])
    const again = answered(page, 'POST', '/place')
    await page.getByRole('button', { name: `Move “${a}” up` }).click()
    await again
    await open(page, path)
    expect(await rows(page)).toEqual([b, a, c])
    expect(complaints).toEqual([])
  })

  test('is put in order by dragging, and stays as it was when that is refused', async () => {
    const { stories, titles } = await tagged(3)
    const [a = '', b = '', c = ''] = titles
    const { page, person, complaints } = await somebody('reader')
    const { path } = await aListOf(person, { name: 'Dragging', stories })
    await open(page, path)
    const drag = async (title: string, onto: string) => {
      const [from, to] = [title, onto].map((name) => page.getByRole('button', { name: `Move “${name}”`, exact: true }))
      const [start, end] = [await from?.boundingBox(), await to?.boundingBox()]
      if (!start || !end) throw new Error('There is nothing to drag')
      await page.mouse.move(start.x + 10, start.y + 10)
      await page.mouse.down()
      await page.mouse.move(start.x + 10, (start.y + end.y) / 2, { steps: 3 })
      await page.mouse.move(end.x + 10, end.y + 10, { steps: 3 })
      await page.mouse.up()
    }
    const placed = answered(page, 'POST', '/place')
    await drag(a, b)
    await expect.poll(() => rows(page)).toEqual([b, a, c])
    await placed
    await open(page, path)
    expect(await rows(page)).toEqual([b, a, c])
    await page.route('**/place', (route) => route.fulfill({ status: 404, json: { error: { code: 'not-found' } } }))
    await drag(a, b)
    await page.getByText('Not changed').first().waitFor()
    await expect.poll(() => rows(page)).toEqual([b, a, c])
    expect(withoutExpected(complaints)).toEqual([])
  })

  test('gives several stories to another list, and loses one with Undo', async () => {
    const { stories, titles } = await tagged(3)
    const [a = '', b = '', c = ''] = titles
    const { page, person, complaints } = await somebody('reader')
    const { path } = await aListOf(person, { name: 'From here', stories })
    const other = await aListOf(person, { name: 'To there', stories: [] })
    await open(page, path)
    await page.getByRole('button', { name: 'Choose several' }).click()
    for (const title of [a, c]) await page.getByRole('checkbox', { name: `Choose “${title}”` }).check()
    await page.getByRole('button', { name: 'Move to' }).click()
    const moved = answered(page, 'POST', '/bulk')
    await page.getByRole('menuitem', { name: 'To there' }).click()
    await moved
    await expect.poll(() => rows(page)).toEqual([b])
    await open(page, other.path)
    expect(await rows(page)).toEqual([a, c])
    const taken = answered(page, 'DELETE', '/stories/')
    await page.getByRole('button', { name: `Remove “${a}”` }).click()
    await expect.poll(() => rows(page)).toEqual([c])
    await taken
    const back = answered(page, 'POST', '/place')
    await page.getByRole('button', { name: 'Undo' }).click()
    await back
    await open(page, other.path)
    expect(await rows(page)).toEqual([a, c])
    expect(complaints).toEqual([])
  })

  test('is made, renamed, arranged, shared, deleted and brought back', async () => {
    const { page, complaints, person } = await somebody('reader')
    await open(page, '/user/bookmarks')
    await page.getByText('Nothing saved yet').waitFor()
    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Orchards')
    await page.getByRole('button', { name: 'Make the list' }).click()
    await page.getByRole('heading', { level: 2, name: 'Orchards' }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Old orchards')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Old orchards' }).waitFor()
    const shared = answered(page, 'PATCH', '/api/lists/')
    await page.getByRole('switch', { name: 'Public' }).click()
    await shared
    const { page: visitor } = await aVisitor()
    await open(visitor, `/user/bookmarks/${person.handle}`)
    await visitor.getByRole('heading', { level: 2, name: 'Old orchards' }).waitFor()
    await page.getByRole('button', { name: 'Arrange' }).click()
    const ordered = answered(page, 'PUT', '/api/lists/order')
    await page.getByRole('button', { name: 'Move “Old orchards” up' }).click()
    await ordered
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.getByRole('navigation', { name: 'Your lists' }).getByRole('link').first().innerText()).toContain(
      'Old orchards',
    )
    const deleted = answered(page, 'DELETE', '/api/lists/')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await deleted
    await page.getByRole('heading', { level: 2, name: 'Saved' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 2, name: 'Old orchards' }).waitFor()
    expect(complaints).toEqual([])
  })

  test.each([phone, desktop])('has nothing that axe complains of, at $width pixels', async (viewport) => {
    const { stories } = await tagged(2)
    const { page, person } = await somebody('reader', { viewport })
    const { path } = await aListOf(person, { name: 'A list with a rather long name, to see where it ends up', stories })
    await open(page, path)
    await page.getByRole('button', { name: 'Choose several' }).click()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Stop choosing' }).click()
    await page.getByRole('button', { name: 'Arrange' }).click()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})

describe('somebody else’s lists', () => {
  test('show what is public, with its notes, and nothing of what is not', async () => {
    const { stories, titles } = await tagged(2)
    const [one, two] = stories
    if (!one || !two) throw new Error('There are no stories')
    const owner = await aPerson(db(), 'reader')
    const shown = await aListOf(owner, { name: 'Shown', stories: [one], public: true })
    const hidden = await aListOf(owner, { name: 'Hidden', stories: [two] })
    await putInList({ ...aCtx(db()), viewer: owner }, shown.id, one.id, { note: 'Read this first' })
    const there = `/user/bookmarks/${owner.handle}`
    for (const { page, complaints } of [await somebody('reader'), await aVisitor({ javaScriptEnabled: false })]) {
      const answer = await page.goto(there)
      expect(answer?.status()).toBe(200)
      const text = await page.locator('main').innerText()
      expect(text).toContain(titles[0])
      expect(text).toContain('Read this first')
      expect(text).not.toContain('Hidden')
      expect((await page.goto(`${there}?list=${hidden.id}`))?.status()).toBe(404)
      expect((await page.request.get(`/api/lists/${hidden.id}`)).status()).toBe(404)
      expect((await page.request.get(`/api/lists/${hidden.id}/stories`)).status()).toBe(404)
      expect(withoutExpected(complaints)).toEqual([])
    }
    const { page } = await somebody('reader', { viewport: phone })
    expect((await page.goto(`/user/bookmarks?list=${hidden.id}`))?.status()).toBe(404)
    await open(page, there)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  test('of one’s own address are where they can be changed', async () => {
    const { page, person } = await somebody('reader')
    const list = await aListOf(person, { name: 'Mine', stories: [] })
    await open(page, `/user/bookmarks/${person.handle}?list=${list.id}`)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(list.path)
  })
})
