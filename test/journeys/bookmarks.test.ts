import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aCtx, aPerson, signedIn } from '../people.ts'
import type { Viewer } from '#contract/viewer.ts'
import { createList } from '#server/bookmarks/lists.ts'
import { addToList } from '#server/bookmarks/save.ts'
import { expectAccessible } from './axe.ts'
import { open, signedInVisitor, useBrowser } from './browser.ts'
import { plainPage } from './plain.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const saveButton = (where: Page | Locator, title: string) =>
  where.getByRole('button', { name: `Save “${title}”`, exact: true })
const rows = (page: Page) => page.locator('main ol [data-row] h3').allInnerTexts()

async function shows(button: Locator, saved: boolean) {
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(saved))
}

const answered = (page: Page, method: string, part: string) =>
  page.waitForResponse((answer) => answer.request().method() === method && answer.url().includes(part))

let made = 0

/** Stories with a unique tag, so that the tag page shows only them. */
async function tagged(many: number) {
  made += 1
  const tag = `saved-${made}-${Math.random().toString(36).slice(2, 8)}`
  const author = await aPerson(db(), 'author')
  const stories: { id: string; slug: string; title: string }[] = []
  for (let n = 1; n <= many; n++) {
    const title = `${tag} number ${n}`
    stories.push(await anArticle(db(), author.id, { title, tags: [tag] }))
  }
  return { tag, stories, titles: stories.map(({ title }) => title) }
}

async function aListOf(viewer: Viewer, given: { name: string; stories: { id: string }[]; public?: boolean }) {
  const ctx = { ...aCtx(db()), viewer }
  const list = await createList(ctx, { name: given.name, description: '', public: given.public ?? false })
  for (const { id } of given.stories.toReversed()) await addToList(ctx, list.id, id, {})
  return { ...list, path: `/user/bookmarks?list=${list.id}` }
}

test('a story is saved from its card, put into a new list with a note, unsaved and restored', async () => {
  const { tag, titles } = await tagged(2)
  const { page, complaints } = await signedInVisitor('reader', { pictures: true })
  const [title = ''] = titles
  await open(page, `/tag/${tag}`)
  const card = page.locator('main article', { hasText: title })
  const before = await card.boundingBox()
  const saved = answered(page, 'PUT', '/bookmark')
  await saveButton(page, title).click()
  await shows(saveButton(page, title), true)
  expect(await card.boundingBox()).toEqual(before)
  const filled = await saveButton(page, title)
    .locator('path')
    .evaluate((path) => getComputedStyle(path).fill)
  expect(filled).not.toBe('none')
  await saved

  await page.getByRole('button', { name: 'Choose lists' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose lists' })
  await dialog.getByRole('checkbox', { name: 'Saved' }).waitFor()
  await dialog.getByRole('button', { name: 'New list' }).click()
  await dialog.getByRole('textbox', { name: 'List name' }).fill('For the train')
  const put = answered(page, 'PUT', '/api/lists/')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await put
  await dialog.getByRole('checkbox', { name: 'For the train', checked: true }).waitFor()
  const left = answered(page, 'DELETE', '/api/lists/')
  await dialog.getByRole('checkbox', { name: 'Saved' }).click()
  await left
  await expectAccessible(page, 'the dialog')
  const noted = answered(page, 'PUT', '/api/lists/')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Before the bridge')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await noted
  await dialog.waitFor({ state: 'hidden' })

  await open(page, '/user/bookmarks')
  await page.getByRole('link', { name: 'For the train' }).click()
  await page.getByText('Before the bridge').waitFor()
  expect(await rows(page)).toEqual([title])
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.mouse.wheel(0, 10)
  await page.getByRole('button', { name: 'Listen' }).waitFor()
  const onPage = saveButton(page.locator('main header'), title)
  await shows(onPage, true)
  const gone = answered(page, 'DELETE', '/bookmark')
  await onPage.click()
  await gone
  await shows(onPage, false)
  const back = answered(page, 'PUT', '/api/lists/')
  await page.getByRole('button', { name: 'Undo' }).click()
  await back
  await shows(onPage, true)
  expect(complaints).toEqual([])
})

test('the stories of a list are dragged, moved by keys, given to another list and removed', async () => {
  const { stories, titles } = await tagged(3)
  const [a = '', b = '', c = ''] = titles
  const { page, person, complaints } = await signedInVisitor('reader', { pictures: true })
  const name = 'A list with a rather long name, to see where it ends up'
  const { path } = await aListOf(person, { name, stories })
  const other = await aListOf(person, { name: 'To there', stories: [] })
  await open(page, path)
  expect(await rows(page)).toEqual([a, b, c])
  const handle = (title: string) => page.getByRole('button', { name: `Move “${title}”`, exact: true })

  const [start, end] = [await handle(a).boundingBox(), await handle(b).boundingBox()]
  if (!start || !end) throw new Error('There is nothing to drag')
  const dragged = answered(page, 'POST', '/place')
  await page.mouse.move(start.x + 10, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, (start.y + end.y) / 2, { steps: 3 })
  await page.mouse.move(end.x + 10, end.y + 10, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => rows(page)).toEqual([b, a, c])
  await dragged

  await handle(c).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await expect.poll(() => rows(page)).toEqual([c, b, a])
  // The row moves in the document, and the focus moves with it.
  expect(await handle(c).evaluate((button) => button === document.activeElement)).toBe(true)
  const moved = answered(page, 'POST', '/place')
  await page.keyboard.press('Enter')
  await moved
  await open(page, path)
  expect(await rows(page)).toEqual([c, b, a])

  await page.getByRole('button', { name: 'Arrange' }).click()
  await expectAccessible(page, 'arranging lists')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Select stories' }).click()
  for (const title of [a, c]) await page.getByRole('checkbox', { name: `Select “${title}”` }).check()
  await expectAccessible(page, 'choosing stories')
  await page.getByRole('button', { name: 'Move to' }).click()
  const given = answered(page, 'POST', '/bulk')
  await page.getByRole('menuitem', { name: 'To there' }).click()
  await given
  await expect.poll(() => rows(page)).toEqual([b])

  await open(page, other.path)
  expect(await rows(page)).toEqual([c, a])
  const removed = answered(page, 'DELETE', '/stories/')
  await page.getByRole('button', { name: `Remove “${c}”` }).click()
  await expect.poll(() => rows(page)).toEqual([a])
  await removed
  const back = answered(page, 'POST', '/place')
  await page.getByRole('button', { name: 'Undo' }).click()
  await back
  const { document } = await plainPage(other.path, { cookie: await signedIn(db(), person) })
  expect([...document.querySelectorAll('main ol h3')].map((heading) => heading.textContent)).toEqual([c, a])
  expect(complaints).toEqual([])
})

test('a list is created, renamed, shared, arranged, deleted and restored', async () => {
  const { page, complaints, person } = await signedInVisitor('reader')
  await open(page, '/user/bookmarks')
  await page.getByText('Nothing saved yet').waitFor()
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Orchards')
  await page.getByRole('button', { name: 'Create list' }).click()
  await page.getByRole('heading', { level: 2, name: 'Orchards' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old orchards')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'Old orchards' }).waitFor()
  const shared = answered(page, 'PATCH', '/api/lists/')
  await page.getByRole('switch', { name: 'Public' }).click()
  await shared
  expect((await plainPage(`/user/bookmarks/${person.handle}`)).texts('h2')).toContain('Old orchards')
  await page.getByRole('button', { name: 'Arrange' }).click()
  const ordered = answered(page, 'PUT', '/api/lists/order')
  await page.getByRole('button', { name: 'Move “Old orchards” up' }).click()
  await ordered
  await page.getByRole('button', { name: 'Done' }).click()
  const links = page.getByRole('navigation', { name: 'Your lists' }).getByRole('link')
  await expect.poll(() => links.first().innerText()).toContain('Old orchards')
  const deleted = answered(page, 'DELETE', '/api/lists/')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await deleted
  await page.getByRole('heading', { level: 2, name: 'Saved' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 2, name: 'Old orchards' }).waitFor()
  expect(complaints).toEqual([])
})

test('a person’s public lists show their notes, and private lists are not shown', async () => {
  const { stories, titles } = await tagged(2)
  const [one, two] = stories
  if (!one || !two) throw new Error('There are no stories')
  const owner = await aPerson(db(), 'reader')
  const shown = await aListOf(owner, { name: 'Shown', stories: [one], public: true })
  const hidden = await aListOf(owner, { name: 'Hidden', stories: [two] })
  await addToList({ ...aCtx(db()), viewer: owner }, shown.id, one.id, { note: 'Read this first' })
  const path = `/user/bookmarks/${owner.handle}`
  const { page, person } = await signedInVisitor('reader', { pictures: true })
  const reader = await signedIn(db(), person)
  for (const cookie of [undefined, reader]) {
    const lists = await plainPage(path, { cookie })
    expect(lists.status).toBe(200)
    expect(lists.main).toContain(titles[0])
    expect(lists.main).toContain('Read this first')
    expect(lists.main).not.toContain('Hidden')
    expect((await plainPage(`${path}?list=${hidden.id}`, { cookie })).status).toBe(404)
    for (const call of [`/api/lists/${hidden.id}`, `/api/lists/${hidden.id}/stories`]) {
      const answer = await fetch(inject('site').url + call, { headers: cookie ? { cookie } : {} })
      expect(answer.status, call).toBe(404)
    }
  }
  expect((await plainPage(`/user/bookmarks?list=${hidden.id}`, { cookie: reader })).status).toBe(404)
  // The owner is redirected to the page for editing.
  const owners = await plainPage(`${path}?list=${hidden.id}`, { cookie: await signedIn(db(), owner) })
  expect(owners.path).toBe(hidden.path)
  await open(page, path)
  await expectAccessible(page)
})
