import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { choiceIsStale } from '#server/discovery/for-you-due.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { anArticle } from '../articles.ts'
import { aCtx, aPerson } from '../people.ts'
import { overflow, violations } from './axe.ts'
import { expect, open, somebody, useBrowser } from './browser.ts'
import { dialogOf, useSiteDatabase } from './desk.ts'

useBrowser()
const db = useSiteDatabase()

const card = (page: Page, title: string) =>
  page.locator('main article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const tune = (page: Page) => page.getByRole('button', { name: 'Tune For you' })
const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/for-you/weights'))
const shown = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/_payload.json'))

/** Somebody who writes, with a name and a story that nobody else has. */
async function aWriter() {
  const mark = Math.random().toString(36).slice(2, 8)
  const person = await aPerson(db(), 'author', { name: `Wanda ${mark}` })
  const title = `What ${mark} saw`
  await anArticle(db(), person.id, { title })
  return { ...person, title, reason: `Because you follow ${person.name}` }
}

/** As following somebody does it: their reader's choice is made anew. */
async function follow(followerId: string, followedId: string) {
  await inTransaction(aCtx(db()), async (tx) => {
    await tx.db.insertInto('follow').values({ followerId, followedId, since: new Date() }).execute()
    await choiceIsStale(tx, followerId)
  })
}

/** Opens the page until what a job has to do is done. */
async function openUntil(page: Page, path: string, there: () => Promise<number>) {
  await expect
    .poll(
      async () => {
        await open(page, path)
        return there()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
}

test('whoever follows somebody finds their story under Following, and in For you with the reason', async () => {
  const wanda = await aWriter()
  const { page, person, complaints } = await somebody('reader')
  await open(page, '/?tab=following')
  await page.getByRole('heading', { name: 'Follow what you care about' }).waitFor()
  await page.getByRole('heading', { name: 'People to follow' }).waitFor()
  await follow(person.id, wanda.id)
  await open(page, '/?tab=following')
  await card(page, wanda.title).waitFor()
  await openUntil(page, '/', () => page.getByText(wanda.reason).count())
  expect(await card(page, wanda.title).innerText()).toContain(wanda.reason)
  expect(complaints).toEqual([])
})

test('a reader tunes For you down to the newest first, and back', async () => {
  const wanda = await aWriter()
  const { page, person, complaints } = await somebody('reader')
  await follow(person.id, wanda.id)
  const reason = page.getByText(wanda.reason)
  await openUntil(page, '/', () => reason.count())

  await tune(page).click()
  const people = dialogOf(page).getByRole('group', { name: 'People' })
  expect(await people.getByRole('radio', { name: 'Usual' }).isChecked()).toBe(true)
  let answer = kept(page)
  await people.getByText('None', { exact: true }).click()
  await answer
  let list = shown(page)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await list
  await reason.waitFor({ state: 'detached' })

  await tune(page).click()
  answer = kept(page)
  await dialogOf(page).getByRole('switch', { name: 'Newest first' }).click()
  await answer
  expect(await people.getByRole('radio', { name: 'None' }).isDisabled()).toBe(true)
  list = shown(page)
  await page.keyboard.press('Escape')
  await list
  await page.getByText('Every story, the newest first').waitFor()
  const times = page.locator('main article:not(aside *) time')
  await page.getByText('Popular now').first().waitFor({ state: 'detached' })
  const at = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(at.length).toBeGreaterThan(5)
  expect(at).toEqual(at.toSorted().toReversed())
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Tune')

  // It stays so, until they want it otherwise.
  await open(page, '/')
  await page.getByText('Every story, the newest first').waitFor()
  await tune(page).click()
  answer = kept(page)
  await dialogOf(page).getByRole('button', { name: 'As usual' }).click()
  await answer
  list = shown(page)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await list
  await reason.waitFor()
  expect(complaints).toEqual([])
})

test('nothing by somebody whom the reader muted, in any of the lists', async () => {
  const wanda = await aWriter()
  const { page, person } = await somebody('reader')
  await follow(person.id, wanda.id)
  await openUntil(page, '/', () => card(page, wanda.title).count())
  await db().insertInto('mute').values({ muterId: person.id, mutedId: wanda.id, since: new Date() }).execute()
  for (const path of ['/', '/?tab=following']) {
    await open(page, path)
    expect(await card(page, wanda.title).count(), path).toBe(0)
  }
})

test('what the site does not keep is taken back, and said', async () => {
  const { page } = await somebody('reader')
  await open(page, '/')
  await tune(page).click()
  await page.route('**/api/for-you/weights', (route) => route.abort())
  const topics = dialogOf(page).getByRole('group', { name: 'Topics' })
  await topics.getByText('More', { exact: true }).click()
  await page.getByRole('alert').getByText('For you stays as it was').waitFor({ state: 'attached' })
  await expect.poll(() => topics.getByRole('radio', { name: 'Usual' }).isChecked()).toBe(true)
})

test.each([320, 1280])('the dialog is for everybody, %i pixels wide', async (width) => {
  const { page, complaints } = await somebody('reader', { viewport: { width, height: 700 } })
  await open(page, '/')
  await tune(page).focus()
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('group', { name: 'Popular' }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // By the keyboard alone.
  const answer = kept(page)
  await dialogOf(page).getByRole('radio', { name: 'Usual' }).first().focus()
  await page.keyboard.press('ArrowRight')
  await answer
  expect(await dialogOf(page).getByRole('radio', { name: 'More' }).first().isChecked()).toBe(true)
  expect(complaints).toEqual([])
})

test('later pages of a reader’s list come without scripts, by themselves', async () => {
  const { page, person } = await somebody('reader', { javaScriptEnabled: false })
  await db().insertInto('forYouWeight').values({ personId: person.id, newest: true }).execute()
  await page.goto('/')
  const first = await page.locator('main article h2').allInnerTexts()
  await page.getByRole('link', { name: 'More stories' }).click()
  await page.getByRole('link', { name: 'Back to the start' }).waitFor()
  const second = await page.locator('main article h2').allInnerTexts()
  expect(second.length).toBeGreaterThan(0)
  expect(second.filter((title) => first.includes(title))).toEqual([])
})
