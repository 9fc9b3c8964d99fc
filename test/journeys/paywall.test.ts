import { expect, test } from 'vitest'
import { aMembersStory, makeMember } from '../membership.ts'
import { violations } from './axe.ts'
import { aPersonOnSite, aVisitor, open, signedInVisitor, useBrowser, waitForHydration } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()

const HIDDEN = 'Only for members.'

async function aStory(text = 'For everyone.') {
  const author = await aPersonOnSite('author')
  const story = await aMembersStory(siteDatabase().db, author.id, { open: text })
  return { path: `/story/${story.slug}`, ...story }
}

/** Visitors are told apart by address and browser, and headless browsers are not counted. */
let browsers = 0
const ownBrowser = () => ({ userAgent: `Mozilla/5.0 Firefox/${process.pid}.${(browsers += 1)}` })

test('a member reads on without doing anything, and gifts the story to a visitor', async () => {
  const { path, id } = await aStory()
  const { page, person, complaints } = await signedInVisitor('reader')
  await makeMember(siteDatabase().db, person.id)
  await page.goto(path)
  await page.getByText(HIDDEN).waitFor()
  expect(await page.getByText('The rest of this story is for members').count()).toBe(0)
  expect(await page.locator('.story-fading').count()).toBe(0)
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('The whole story is shown')

  await waitForHydration(page)
  await page.getByText('Share', { exact: true }).click()
  await page.getByRole('button', { name: 'Gift this story' }).click()
  const link = await page.getByRole('textbox', { name: 'Gift link' }).inputValue()
  expect(link).toContain(`/story/${id}?gift=`)
  expect(complaints).toEqual([])

  const visitor = await aVisitor(ownBrowser())
  const { pathname, search } = new URL(link)
  await visitor.page.goto(pathname + search)
  await visitor.page.getByText(HIDDEN).waitFor()
  expect(await visitor.page.getByText(`A gift from ${person.name}.`).count()).toBe(1)
  expect(await visitor.page.locator('link[rel="canonical"]').getAttribute('href')).not.toContain('gift')
  expect(visitor.complaints).toEqual([])

  const db = siteDatabase().db
  await db.updateTable('giftLink').set({ expiresAt: new Date() }).where('personId', '=', person.id).execute()
  await visitor.page.reload()
  await visitor.page.getByText('This gift link no longer works.').waitFor()
  expect(await visitor.page.getByText(HIDDEN).count()).toBe(0)
})

test('a visitor reads three members’ stories, which stay open, and then meets the wall', async () => {
  const { page, complaints } = await aVisitor({ ...ownBrowser(), pictures: true })
  const first = await aStory('For everyone. '.repeat(300))
  for (const left of [3, 2, 1]) {
    const { path } = left === 3 ? first : await aStory()
    await open(page, path)
    await page
      .getByText(`You have ${left} free members’ ${left === 1 ? 'story' : 'stories'} left this month.`)
      .waitFor()
    if (left === 3) expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Read this story free' }).focus()
    const focused = await page.locator('#story-html > p').first().boundingBox()
    await page.keyboard.press('Enter')
    const hidden = page.getByText(HIDDEN)
    await hidden.waitFor()
    expect(await hidden.evaluate((element) => element === document.activeElement)).toBe(true)
    // The text that was on the screen has not moved.
    await expect.poll(async () => (await page.locator('#story-html > p').first().boundingBox())?.y).toBe(focused?.y)
    if (left === 3) expect(await violations(page)).toEqual([])
  }
  await open(page, first.path)
  await page.getByText(HIDDEN).waitFor()
  const { path } = await aStory()
  await open(page, path)
  await page.getByText('You have read this month’s free members’ stories.').waitFor()
  expect(await page.getByRole('button', { name: 'Read this story free' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Become a member' }).getAttribute('href')).toBe(
    `/membership?story=${path.replace('/story/', '')}`,
  )
  expect(complaints).toEqual([])
})

test('a failure can be retried, and a visitor on the same device does not get the text of the member', async () => {
  const { path } = await aStory()
  const { page, person } = await signedInVisitor('reader')
  await makeMember(siteDatabase().db, person.id)
  await page.route('**/members-part', (route) => route.abort())
  await page.goto(path)
  await page.getByText('We couldn’t check whether you can read it.').waitFor()
  await page.unroute('**/members-part')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(HIDDEN).waitFor()
  await page.context().clearCookies()
  await open(page, path)
  // The answer for this visitor, who is not counted.
  await page.getByText('Sign in to read a few members’ stories free each month.').waitFor()
  expect(await page.getByText(HIDDEN).count()).toBe(0)
})

test('without scripts, visitors and signed-in readers see the wall with its links', async () => {
  const { path } = await aStory()
  const { page } = await aVisitor({ javaScriptEnabled: false })
  await page.goto(path)
  expect(await page.getByRole('link', { name: 'Become a member' }).isVisible()).toBe(true)
  const wall = page.getByRole('complementary', { name: 'For members' })
  expect(await wall.getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true)
  const reader = await signedInVisitor('reader', { javaScriptEnabled: false })
  await reader.page.goto(path)
  expect(await reader.page.getByRole('link', { name: 'Become a member' }).isVisible()).toBe(true)
})
