import { expect, test } from 'vitest'
import { aPerson } from '../people.ts'
import { anArticleIn } from '../workflow.ts'
import { violations } from './axe.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { movesOf } from './desk.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })
const db = () => siteDatabase().db

/** Two stories of one author at the head of the queue, which is shared with other journeys. */
async function twoSubmissions() {
  const author = await aPerson(db(), 'reader')
  const word = `hedgerow${Math.random().toString(36).slice(2, 8)}`
  const made = []
  for (const [nth, name] of ['First', 'Second'].entries()) {
    const title = `${name} ${word}`
    const { id } = await anArticleIn(db(), 'in-review', author.id, { title })
    const reviewSince = new Date(Date.UTC(1999, 0, 1) + nth)
    await db().updateTable('draft').set({ title, reviewSince }).where('articleId', '=', id).execute()
    made.push({ id, title })
  }
  const [first, second] = made
  if (!first || !second) throw new Error('no stories')
  return { word, first, second }
}

test('an editor takes stories, checks them and goes through the queue with the keyboard', async () => {
  const { word, first, second } = await twoSubmissions()
  const { page, person, complaints } = await signedInVisitor('editor')
  await open(page, '/admin/articles')
  await page.getByRole('searchbox', { name: 'Search titles' }).focus()
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === word)
  await page.getByRole('row').filter({ hasText: second.title }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(3)

  await page.locator('h1').click()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('region', { name: 'Bulk actions' })
  await bar.getByText('2 stories selected').waitFor()
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Assign to me' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 stories assigned to you').waitFor()
  const row = page.getByRole('row').filter({ hasText: first.title })
  await row.getByText(person.name).waitFor()

  await page.getByRole('combobox', { name: 'Reviewer' }).selectOption('me')
  await page.waitForURL((url) => url.searchParams.get('reviewer') === 'me')
  await row.getByRole('link', { name: first.title }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/articles/preview/${first.id}`)
  const queue = page.getByRole('navigation', { name: 'Review queue' })
  await queue.getByText(/^1 of \d/).waitFor()
  await page.getByText(`Reviewer: ${person.name} (you)`).waitFor()
  const item = page.getByRole('checkbox', { name: 'Facts, names and numbers are correct' })
  await item.focus()
  await page.keyboard.press('Space')
  await page.getByText('1 of 5 ticked by reviewers').waitFor()
  expect(await violations(page)).toEqual([])

  // Not while typing.
  const note = page.getByRole('textbox', { name: 'Your note on the whole text' })
  await note.focus()
  await page.keyboard.type('a]')
  expect(await note.inputValue()).toBe('a]')
  await note.fill('')
  await item.focus()
  await page.keyboard.press(']')
  await page.waitForURL(`**/admin/articles/preview/${second.id}`)
  await queue.getByText(/^2 of \d/).waitFor()
  await page.keyboard.press('[')
  await page.waitForURL(`**/admin/articles/preview/${first.id}`)
  await item.waitFor()
  await expect.poll(() => item.getAttribute('aria-checked')).toBe('true')
  await page.getByRole('button', { name: 'Approve and publish' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Status' }).getByText('Published').waitFor()
  expect((await movesOf(first.id)).at(-1)?.move).toBe('approve')
  expect(withoutExpected(complaints)).toEqual([])
})

test('two editors decide at once: the second learns what happened and keeps the message', async () => {
  const { first } = await twoSubmissions()
  const [one, other] = [await signedInVisitor('editor'), await signedInVisitor('editor')]
  await open(other.page, `/admin/articles/preview/${first.id}`)
  await open(one.page, `/admin/articles/preview/${first.id}`)
  await other.page.getByRole('button', { name: 'Request changes…' }).click()
  const dialog = other.page.getByRole('dialog', { name: 'Request changes' })
  await dialog.getByLabel('Message to the author').fill('Tell us more.')
  await one.page.getByRole('button', { name: 'Approve and publish' }).click()
  await one.page.getByRole('region', { name: 'Status' }).getByText('Published').waitFor()
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await dialog.getByText('This story is published.').waitFor()
  expect(await dialog.getByLabel('Message to the author').inputValue()).toBe('Tell us more.')
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('button', { name: 'Reload' }).click()
  await other.page.getByRole('region', { name: 'Status' }).getByText('Published').waitFor()
  expect(withoutExpected(one.complaints)).toEqual([])
})
