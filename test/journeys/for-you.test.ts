import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { refreshRecommendationsSoon } from '#server/discovery/schedule-recommendations.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { anArticle } from '../articles.ts'
import { aCtx, aPerson, signedIn } from '../people.ts'
import { expectAccessible } from './axe.ts'
import { expect, open, signedInVisitor, useBrowser } from './browser.ts'
import { dialogOf } from './desk.ts'
import { plainPage } from './plain.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

const card = (page: Page, title: string) =>
  page.locator('main article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const preferences = (page: Page) => page.getByRole('button', { name: 'Feed preferences' })
const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/for-you/weights'))
const shown = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/_payload.json'))

/** An author with a unique name and story. */
async function aWriter() {
  const mark = Math.random().toString(36).slice(2, 8)
  const person = await aPerson(db(), 'author', { name: `Wanda ${mark}` })
  const title = `What ${mark} saw`
  await anArticle(db(), person.id, { title })
  return { ...person, title, reason: `Because you follow ${person.name}` }
}

/** Like the follow endpoint, which also refreshes recommendations. */
async function follow(followerId: string, followedId: string) {
  await inTransaction(aCtx(db()), async (tx) => {
    await tx.db.insertInto('follow').values({ followerId, followedId, since: new Date() }).execute()
    await refreshRecommendationsSoon(tx, followerId)
    tx.invalidate(`own:${followerId}`)
  })
}

test('a reader finds the stories of people they follow, with the reason, and changes their feed preferences', async () => {
  const wanda = await aWriter()
  const { page, person, complaints } = await signedInVisitor('reader', { pictures: true })
  const cookie = await signedIn(db(), person)
  const nothing = await plainPage('/?tab=following', { cookie })
  expect(nothing.texts('h1, h2, h3')).toEqual(
    expect.arrayContaining(['Follow what you care about', 'People to follow']),
  )
  await follow(person.id, wanda.id)
  const followed = async () => (await plainPage('/?tab=following', { cookie })).texts('main article h2')
  await expect.poll(followed).toContain(wanda.title)
  // A job computes the recommendations.
  await expect.poll(async () => (await plainPage('/', { cookie })).main, { timeout: 15_000 }).toContain(wanda.reason)
  await open(page, '/')
  await expect.poll(() => card(page, wanda.title).innerText()).toContain(wanda.reason)
  const reason = page.getByText(wanda.reason)

  await preferences(page).focus()
  await page.keyboard.press('Enter')
  const people = dialogOf(page).getByRole('group', { name: 'People' })
  await expect.poll(() => people.getByRole('radio', { name: 'Normal' }).isChecked()).toBe(true)
  await expectAccessible(page, 'the dialog')
  // With the arrow keys, from Normal over Less to None.
  let answer = kept(page)
  await people.getByRole('radio', { name: 'Normal' }).focus()
  await page.keyboard.press('ArrowLeft')
  await answer
  answer = kept(page)
  await page.keyboard.press('ArrowLeft')
  await answer
  await expect.poll(() => people.getByRole('radio', { name: 'None' }).isChecked()).toBe(true)
  let list = shown(page)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await list
  await reason.waitFor({ state: 'detached' })

  await preferences(page).click()
  answer = kept(page)
  await dialogOf(page).getByRole('switch', { name: 'Newest first' }).click()
  await answer
  await expect.poll(() => people.getByRole('radio', { name: 'None' }).isDisabled()).toBe(true)
  list = shown(page)
  await page.keyboard.press('Escape')
  await list
  await page.getByText('All stories, newest first').waitFor()
  const times = page.locator('main article:not(aside *) time')
  await page.getByText('Popular now').first().waitFor({ state: 'detached' })
  const at = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(at.length).toBeGreaterThan(5)
  expect(at).toEqual(at.toSorted().toReversed())
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Feed preferences')

  // The preference persists.
  await open(page, '/')
  await page.getByText('All stories, newest first').waitFor()
  await preferences(page).click()
  answer = kept(page)
  await dialogOf(page).getByRole('button', { name: 'Reset to default' }).click()
  await answer
  list = shown(page)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await list
  await reason.waitFor()
  expect(complaints).toEqual([])
})

test('without scripts the pages of a reader’s list are links', async () => {
  const person = await aPerson(db())
  await db().insertInto('forYouWeight').values({ personId: person.id, newest: true }).execute()
  const first = await plainPage('/', { cookie: await signedIn(db(), person) })
  const second = await first.follow('More stories')
  second.hrefOf('Back to the start')
  const storiesOf = ({ document }: typeof first) =>
    Array.from(document.querySelectorAll<HTMLAnchorElement>('main article h2 a'), ({ href }) => href)
  const stories = storiesOf(second)
  expect(stories.length).toBeGreaterThan(0)
  expect(stories.filter((href) => storiesOf(first).includes(href))).toEqual([])
})
