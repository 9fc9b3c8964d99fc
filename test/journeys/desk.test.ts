import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signedIn } from '../people.ts'
import { anArticleIn } from '../workflow.ts'
import { aVisitor, open, somebody, useBrowser, withoutExpected } from './browser.ts'
import { answers, dialogOf, rowOf, textOf, useSiteDatabase } from './desk.ts'

useBrowser()
const db = useSiteDatabase()

const titles = (page: Page) => page.locator('main h2').allInnerTexts()
const choose = (page: Page, title: string) => page.getByRole('checkbox', { name: `Choose ${title}` }).click()
const bar = (page: Page) => page.getByRole('region', { name: 'What to do with the chosen stories' })

/** Drafts named in the order of their titles, the last one changed last. */
async function drafts(authorId: string, count: number) {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const title = `Draft ${String(number).padStart(2, '0')}`
    ids.push((await anArticleIn(db(), 'draft', authorId, { title })).id)
  }
  return ids
}

/** On to the next page of the list. */
async function turn(page: Page) {
  const [before] = await titles(page)
  const older = page.getByRole('link', { name: 'Older' })
  const next = await older.getAttribute('href')
  await older.click()
  await page.waitForURL(({ pathname, search }) => pathname + search === next)
  await expect.poll(async () => [undefined, before].includes((await titles(page))[0])).toBe(false)
}

test('a full desk is paged, searched and sorted, with scripts and without', async () => {
  const someone = await somebody('author')
  await drafts(someone.person.id, 45)
  await anArticleIn(db(), 'published', someone.person.id, { title: 'A story' })
  const plain = await aVisitor({ javaScriptEnabled: false, cookie: await signedIn(db(), someone.person) })

  for (const page of [someone.page, plain.page]) {
    const desk = () => (page === plain.page ? page.goto('/articles') : open(page, '/articles'))
    await desk()
    await page.getByRole('link', { name: 'Drafts 45' }).waitFor()
    await page.getByRole('link', { name: 'Published 1' }).waitFor()
    const seen = await titles(page)
    expect(seen[0]).toBe('Draft 45')
    while (await page.getByRole('link', { name: 'Older' }).count()) {
      await turn(page)
      await page.getByRole('link', { name: 'Back to the newest' }).waitFor()
      seen.push(...(await titles(page)))
    }
    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([45, 45, 'Draft 01'])

    await desk()
    await page.getByRole('searchbox').fill('draft 3')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/articles?q=draft+3**')
    await expect.poll(() => titles(page)).toHaveLength(10)
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
}, 120_000)

test('many are thrown away and brought back with one press each', async () => {
  const { page, person, complaints } = await somebody('author')
  const ids = await drafts(person.id, 4)
  await open(page, '/articles')
  await choose(page, 'Draft 04')
  await page.getByRole('checkbox', { name: 'Choose Draft 02' }).click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 stories chosen').waitFor()
  await bar(page).getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('link', { name: 'Trash 3' }).waitFor()
  await expect.poll(() => titles(page)).toEqual(['Draft 01'])
  await page.getByText('3 stories moved to the trash').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Drafts 4' }).waitFor()
  const states = async () => Promise.all(ids.map(async (id) => (await rowOf(id))?.state))
  await expect.poll(states).toEqual(['draft', 'draft', 'draft', 'draft'])
  expect(withoutExpected(complaints)).toEqual([])
})

test('what is refused among many is named with its reason, and the others go on', async () => {
  const { page, person, complaints } = await somebody('author')
  const [first = '', second = ''] = await drafts(person.id, 2)
  await db().updateTable('draft').set({ plain: '' }).where('articleId', '=', first).execute()
  await open(page, '/articles')
  await page.getByLabel('Choose all on this page').check()
  await bar(page).getByRole('button', { name: 'Publish…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Publish' }).click()
  const alert = page.getByRole('alert').filter({ hasText: '1 of 2 not done' })
  await alert.getByText('Draft 01: It has no text.').waitFor()
  await expect.poll(() => titles(page)).toEqual(['Draft 01'])
  expect([(await rowOf(first))?.state, (await rowOf(second))?.state]).toEqual(['draft', 'published'])
  expect(await answers(`/story/${second}`)).toEqual(['200'])
  expect(withoutExpected(complaints)).toEqual([])
})

test('on the smallest phone nothing is wider than the screen', async () => {
  const { page, person, complaints } = await somebody('editor', {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  const long = `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)} and the rest of a very long title`
  const { id } = await anArticleIn(db(), 'in-review', person.id, { title: long })
  await anArticleIn(db(), 'draft', person.id, { title: 'زاوية منيب في آخر الشارع', language: 'ar' })
  const paths = ['/articles', '/articles?state=in-review', '/admin/articles', `/admin/articles/preview/${id}`]
  for (const path of [...paths, `/preview/${id}`, '/admin/articles/placeholderfornew']) {
    await open(page, path)
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide(), path).toBe(320)
  }
  await open(page, '/articles')
  await page
    .getByRole('checkbox', { name: /^Choose/ })
    .first()
    .tap()
  await bar(page).getByRole('button', { name: 'Move to trash' }).tap()
  await page.getByRole('link', { name: 'Trash 1' }).waitFor()
  expect(withoutExpected(complaints)).toEqual([])
})

test('an editor lays out templates by keyboard, and an author starts from one', async () => {
  const editor = await somebody('editor')
  const { page } = editor
  const name = (words: string) => `${words} ${editor.person.handle}`
  await open(page, '/admin/articles/placeholderfornew')
  const section = page.getByRole('region', { name: 'Templates', exact: true })
  for (const words of ['Recipe', 'Obituary']) {
    await section.getByRole('button', { name: 'Add a template' }).click()
    await section.getByLabel('Name').fill(name(words))
    await section.getByLabel('Title to start with').fill(`${words} of`)
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
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await section.getByRole('button', { name: `Move ${name('Recipe')} down` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([name('Obituary'), name('Recipe')])
  // Whoever moves by keyboard stays with what they move.
  await expect.poll(focused).toContain(name('Recipe'))
  await section.getByRole('button', { name: `Move ${name('Recipe')} up` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([name('Recipe'), name('Obituary')])
  await expect.poll(focused).toContain(name('Recipe'))

  const author = await somebody('author')
  await open(author.page, '/articles/new')
  const start = author.page.getByRole('region', { name: 'Start from' })
  await start.getByRole('button', { name: name('Why?') }).waitFor()
  await start.getByRole('button', { name: name('Recipe') }).click()
  await expect.poll(() => textOf(author.page).innerText()).toContain('What every Recipe needs.')
  expect(await author.page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Recipe of')
  await author.page.waitForURL('**/articles/edit?id=*')
  await db().deleteFrom('template').where('name', 'like', `%${editor.person.handle}`).execute()
  for (const { complaints } of [editor, author]) expect(withoutExpected(complaints)).toEqual([])
})
