import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signedIn } from '../people.ts'
import { anArticleIn } from '../workflow.ts'
import { aVisitor, open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { answers, dialogOf, rowOf, textOf } from './desk.ts'
import { holdScripts } from './hold-scripts.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const titles = (page: Page) => page.locator('main h2').allInnerTexts()
const bar = (page: Page) => page.getByRole('region', { name: 'Bulk actions' })

/** Creates numbered drafts; the last one is the newest. */
async function drafts(authorId: string, count: number) {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const title = `Draft ${String(number).padStart(2, '0')}`
    ids.push((await anArticleIn(db(), 'draft', authorId, { title })).id)
  }
  return ids
}

async function nextPage(page: Page) {
  const [before] = await titles(page)
  const older = page.getByRole('link', { name: 'Older' })
  const next = await older.getAttribute('href')
  await older.click()
  await page.waitForURL(({ pathname, search }) => pathname + search === next)
  await expect.poll(async () => [undefined, before].includes((await titles(page))[0])).toBe(false)
}

test('a full desk is paged, searched and sorted, with scripts and without', async () => {
  const someone = await signedInVisitor('author')
  await drafts(someone.person.id, 22)
  await anArticleIn(db(), 'published', someone.person.id, { title: 'A story' })
  const plain = await aVisitor({ javaScriptEnabled: false, cookie: await signedIn(db(), someone.person) })

  for (const page of [someone.page, plain.page]) {
    if (page === plain.page) await page.goto('/articles')
    else await open(page, '/articles')
    await page.getByRole('link', { name: 'Drafts 22' }).waitFor()
    const seen = await titles(page)
    expect(seen[0]).toBe('Draft 22')
    await nextPage(page)
    seen.push(...(await titles(page)))
    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([22, 22, 'Draft 01'])
    await page.getByRole('link', { name: 'Back to the newest' }).click()
    await expect.poll(async () => (await titles(page))[0]).toBe('Draft 22')

    await page.getByRole('searchbox').fill('draft 2')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/articles?q=draft+2**')
    await expect.poll(() => titles(page)).toEqual(['Draft 22', 'Draft 21', 'Draft 20'])
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
    await page.getByLabel('Sort by').selectOption('Title')
    if (page === plain.page) await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**sort=title**')
    await expect.poll(async () => (await titles(page))[0]).toBe('Draft 01')
    await page.getByRole('link', { name: 'Published 1' }).click()
    await expect.poll(() => titles(page)).toEqual(['A story'])
  }
  expect(withoutExpected(someone.complaints)).toEqual([])
})

test('many drafts are trashed, restored, published and deleted at once', async () => {
  const { page, person, complaints } = await signedInVisitor('author')
  const [first = '', second = '', third = ''] = await drafts(person.id, 3)
  await db().updateTable('draft').set({ plain: '' }).where('articleId', '=', first).execute()
  const states = async () => Promise.all([first, second, third].map(async (id) => (await rowOf(id))?.state))
  await open(page, '/articles')

  await page.getByRole('checkbox', { name: 'Select Draft 03' }).click()
  await page.getByRole('checkbox', { name: 'Select Draft 02' }).click({ modifiers: ['Shift'] })
  await bar(page).getByText('2 stories selected').waitFor()
  await bar(page).getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('link', { name: 'Trash 2' }).waitFor()
  await expect.poll(() => titles(page)).toEqual(['Draft 01'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Drafts 3' }).waitFor()
  await expect.poll(states).toEqual(['draft', 'draft', 'draft'])

  // One has no text: it is listed with the reason, and the others are published.
  await expect.poll(() => titles(page)).toHaveLength(3)
  await page.getByLabel('Select all on this page').check()
  await bar(page).getByRole('button', { name: 'Publish…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Publish' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'failed for 1 of 3 stories' })
  await alert.getByText('Draft 01: Add some text.').waitFor()
  await expect.poll(states).toEqual(['draft', 'published', 'published'])
  await expect.poll(() => answers(`/story/${second}`)).toEqual(['200'])

  await page.getByRole('button', { name: 'More actions for Draft 01' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByRole('link', { name: 'Trash 1' }).click()
  await page.getByText(/^Will be deleted on/).waitFor()
  await page.getByRole('button', { name: 'More actions for Draft 01' }).click()
  await page.getByRole('menuitem', { name: 'Delete permanently…' }).click()
  expect((await rowOf(first))?.state).toBe('trashed')
  await dialogOf(page).getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Trash is empty').waitFor()
  await expect.poll(() => rowOf(first)).toBeUndefined()
  expect(withoutExpected(complaints)).toEqual([])
})

test('on the smallest phone no page of the desk is wider than the screen', async () => {
  const { page, person, complaints } = await signedInVisitor('editor', {
    viewport: { width: 320, height: 640 },
    pictures: true,
    hasTouch: true,
    isMobile: true,
  })
  const long = `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)} and the rest of a very long title`
  const { id } = await anArticleIn(db(), 'in-review', person.id, { title: long })
  await anArticleIn(db(), 'draft', person.id, { title: long })
  await anArticleIn(db(), 'draft', person.id, { title: 'زاوية منيب في آخر الشارع', language: 'ar' })
  const reviews = ['/admin/articles', `/admin/articles/preview/${id}`, '/admin/articles/placeholderfornew']
  for (const path of [...reviews, `/preview/${id}`, '/articles']) {
    await open(page, path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
  await page.getByRole('checkbox', { name: 'Select all on this page' }).tap()
  await bar(page).getByRole('button', { name: 'Move to trash' }).tap()
  await page.getByRole('link', { name: 'Trash 2' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('an editor arranges templates by keyboard, and an author starts from one before the editor has loaded', async () => {
  const editor = await signedInVisitor('editor')
  const { page } = editor
  const name = (words: string) => `${words} ${editor.person.handle}`
  await open(page, '/admin/articles/placeholderfornew')
  const section = page.getByRole('region', { name: 'Templates', exact: true })
  for (const words of ['Recipe', 'Obituary']) {
    await section.getByRole('button', { name: 'Add a template' }).click()
    await section.getByLabel('Name').fill(name(words))
    await section.getByLabel('Starting title').fill(`${words} of`)
    await textOf(page).click()
    await page.keyboard.type(`What every ${words} needs.`)
    await section.getByRole('button', { name: 'Add', exact: true }).click()
    await section.getByRole('button', { name: `Edit ${name(words)}` }).waitFor()
  }
  const prompts = page.getByRole('region', { name: 'Prompts' })
  await prompts.getByRole('button', { name: 'Add a prompt' }).click()
  await prompts.getByLabel('Question').fill(name('Why?'))
  await prompts.getByRole('button', { name: 'Add', exact: true }).click()
  await prompts.getByRole('button', { name: `Edit ${name('Why?')}` }).waitFor()

  const order = async () => {
    const rows = db().selectFrom('template').select('name').where('name', 'like', `%${editor.person.handle}`)
    return (await rows.where('kind', '=', 'template').orderBy('position').execute()).map((row) => row.name)
  }
  expect(await order()).toEqual([name('Recipe'), name('Obituary')])
  await section.getByRole('button', { name: `Move ${name('Recipe')} down` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([name('Obituary'), name('Recipe')])
  // The focus follows the template that is moved.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toContain(name('Recipe'))

  const author = await signedInVisitor('author')
  const scripts = await holdScripts(author.page, 'editor')
  await open(author.page, '/articles/new')
  const start = author.page.getByRole('region', { name: 'Templates and prompts' })
  await start.getByRole('button', { name: name('Why?') }).waitFor()
  await start.getByRole('button', { name: name('Recipe') }).click()
  expect(await textOf(author.page).count()).toBe(0)
  await author.page.waitForURL('**/articles/edit?id=*')
  await scripts.release()
  await textOf(author.page).locator('[data-placeholder="What every Recipe needs."]').waitFor()
  await textOf(author.page).click()
  await author.page.keyboard.type('Flour.')
  await expect.poll(() => textOf(author.page).innerText()).toBe('Flour.')
  await expect
    .poll(() => author.page.getByRole('textbox', { name: 'Title', exact: true }).inputValue())
    .toBe('Recipe of')
  await db().deleteFrom('template').where('name', 'like', `%${editor.person.handle}`).execute()
  for (const { complaints } of [editor, author]) expect(withoutExpected(complaints)).toEqual([])
})
