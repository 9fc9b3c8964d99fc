import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aPerson } from '../people.ts'
import { expectAccessible } from './axe.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { plainPage } from './plain.ts'
import { siteDatabase } from './site-database.ts'

useBrowser()
const db = () => siteDatabase().db

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-people-'))
  await sharp({ create: { width: 1200, height: 300, channels: 3, background: '#2f855a' } })
    .jpeg()
    .toFile(join(folder, 'header.jpg'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A creator with a full profile and the given number of followers. */
async function aCreator(followers = 0) {
  const person = await aPerson(db(), 'author', {
    name: `Wilhelmina Featherstonehaugh-${Math.random().toString(36).slice(2, 10)}`,
  })
  const { title, slug } = await anArticle(db(), person.id)
  await db()
    .updateTable('person')
    .set({
      about: 'Keeps a hedge, and writes down what it says.',
      story: 'It began with a hedge.\n\nIt goes on.',
      links: JSON.stringify([{ label: 'The hedge', address: 'https://hedge.example/' }]),
    })
    .where('id', '=', person.id)
    .execute()
  if (followers > 0) {
    await sql`with fans as (insert into person (id, handle, name, following_count)
        select left(md5(${person.id} || n), 20), left(md5(${person.id} || n), 12), 'Fan ' || n, 1
        from generate_series(1, ${sql.lit(followers)}) n returning id, name)
      insert into follow (follower_id, followed_id, since)
        select id, ${person.id}, timestamptz '2026-01-01' - substr(name, 5)::int * interval '1 minute' from fans`.execute(
      db(),
    )
    await db().updateTable('person').set({ followerCount: followers }).where('id', '=', person.id).execute()
  }
  return { person, title, story: `/story/${slug}`, path: `/user/${person.handle}` }
}

/** Clicks and waits for the response. */
async function press(page: Page, button: string, part: string) {
  const answered = page.waitForResponse(
    (response) => response.url().includes(part) && response.request().method() !== 'GET',
  )
  await page.getByRole('button', { name: button, exact: true }).click()
  expect((await answered).status()).toBe(200)
}

const followers = (page: Page, many: string) => page.getByRole('link', { name: many, exact: true }).waitFor()

test('a reader follows a person on their profile, below their story and in lists, and unfollows them', async () => {
  const { person, path, story } = await aCreator(2)
  const { page, person: reader, complaints } = await signedInVisitor('reader', { pictures: true })
  await plainPage(path).then((cached) => cached.hrefOf('2 followers'))
  await open(page, path)
  await press(page, `Follow ${person.name}`, '/follow')
  await followers(page, '3 followers')
  // The page that is cached for visitors changes as well.
  await expect.poll(async () => (await plainPage(path)).texts('main a')).toContain('3 followers')
  await page.getByRole('link', { name: '3 followers', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Followers' }).waitFor()
  await page.locator('main').getByRole('link', { name: reader.name }).waitFor()
  await expectAccessible(page, 'followers')

  // A follow in a list is still shown after Back.
  await press(page, 'Follow Fan 1', '/follow')
  await page.locator('main').getByRole('link', { name: person.name }).first().click()
  await page.waitForURL(`**${path}`)
  await page.goBack()
  await page.getByRole('button', { name: 'Following Fan 1' }).waitFor()

  await open(page, `/user/following/${reader.handle}`)
  await press(page, `Following ${person.name}`, '/follow')
  await page.getByRole('button', { name: `Follow ${person.name}` }).waitFor()

  const link = (await plainPage(story)).hrefOf(`Follow ${person.name}`)
  expect(new URL(link).search).toBe(`?next=${encodeURIComponent(story)}`)
  await open(page, story)
  await page.mouse.move(300, 300)
  await page.mouse.wheel(0, 600)
  const button = page.getByRole('button', { name: `Follow ${person.name}` })
  await button.scrollIntoViewIfNeeded()
  await expect
    .poll(() => button.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
  await press(page, `Follow ${person.name}`, '/follow')
  await page.reload()
  await page.getByRole('button', { name: `Following ${person.name}` }).waitFor()
  expect(complaints).toEqual([])
})

test('a profile is edited in place, and its old address leads to the new one', async () => {
  const { page, person, complaints } = await signedInVisitor('author', { pictures: true })
  const before = `/user/${person.handle}`
  const handle = `moved-${person.handle}`.slice(0, 38)
  await open(page, before)
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Handle').fill('bookmarks')
  await page.getByText('Taken or not allowed').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ada of the Hedge')
  await page.getByLabel(/^Bio/).fill('Counts leaves.')
  await page.getByLabel(/^About you/).fill('There was a hedge.')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel(/^Address 1/).fill('hedge.example/ada')
  await expectAccessible(page, 'the form')
  const taken = page.waitForResponse((response) => response.url().endsWith('/api/media'))
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'header.jpg'))
  expect((await taken).status()).toBe(200)
  await page.getByRole('button', { name: /^Remove.*Header$/ }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('This handle is not available').waitFor()
  await expect.poll(() => page.getByLabel(/^Bio/).inputValue()).toBe('Counts leaves.')
  await page.getByLabel('Handle').fill(handle)
  await page.getByText('✓ Available').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(`**/user/${handle}`)
  await page.getByRole('heading', { level: 1, name: 'Ada of the Hedge' }).waitFor()
  await page.getByRole('button', { name: 'Account menu, Ada of the Hedge' }).waitFor()
  await page.getByText('Counts leaves.').waitFor()
  expect(await page.getByRole('link', { name: 'hedge.example' }).getAttribute('rel')).toBe('me nofollow noopener')
  expect(await page.locator('main header img').first().getAttribute('src')).toContain('/media/')
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'About' }).click()
  await page.getByText('There was a hedge.').waitFor()
  await expectAccessible(page, 'the profile')

  const moved = await fetch(`${inject('site').url}${before}`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/user/${handle}`])
  expect((await plainPage(`/user/followers/${person.handle}`)).path).toBe(`/user/followers/${handle}`)
  expect(withoutExpected(complaints)).toEqual([])
})

test('a reader blocks a person, unblocks them in the account settings, and reports them', async () => {
  const { person, path } = await aCreator()
  const { page, complaints } = await signedInVisitor('reader')
  await open(page, path)
  await press(page, `Follow ${person.name}`, '/follow')
  await page.getByRole('button', { name: `More actions for ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Block…' }).click()
  await press(page, 'Block', '/block')
  await page.getByText(`You have blocked ${person.name}`).waitFor()
  await followers(page, '0 followers')
  expect(await page.getByRole('button', { name: `Follow ${person.name}` }).count()).toBe(0)
  await open(page, '/user/account')
  await press(page, `Unblock ${person.name}`, '/block')
  await page.getByText(`${person.name} is no longer blocked.`).waitFor()
  await open(page, path)
  await page.getByRole('button', { name: `Follow ${person.name}` }).waitFor()
  await page.getByRole('button', { name: `More actions for ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const dialog = page.getByRole('dialog', { name: `Report ${person.name}` })
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
  await press(page, 'Send', '/report')
  await page.getByText('The editors will review it.').waitFor()
  expect(complaints).toEqual([])
})

test('without scripts a profile shows its stories, its tabs, and its followers page by page', async () => {
  const { person, title, path } = await aCreator(35)
  const profile = await plainPage(path)
  expect(profile.title).toBe(person.name)
  expect(profile.main).toContain(title)
  profile.hrefOf('The hedge')
  expect((await profile.follow('About')).main).toContain('It began with a hedge.')
  const lists = await profile.follow('Lists')
  expect(lists.title).toBe(person.name)
  expect(lists.main).toContain('hasn’t shared any reading lists')
  expect((await lists.follow('Stories')).main).toContain(title)
  const fans = 'main li a[href*="/user/"]'
  const first = await profile.follow('35 followers')
  expect(first.texts(fans).join(' ')).toMatch(/Fan 1\b/)
  const second = await first.follow('More people')
  expect(second.texts(fans).join(' ')).toMatch(/Fan 31\b/)
  expect(second.texts(fans).join(' ')).not.toMatch(/Fan 1\b/)
})

test('onboarding suggests people to follow', async () => {
  await aCreator()
  const { page, person } = await signedInVisitor('reader')
  await open(page, `/user/new/temp-${person.id}`)
  const section = page.getByRole('region', { name: 'People to follow' })
  const first = section.getByRole('button', { name: /^Follow / }).first()
  const name = ((await first.getAttribute('aria-label')) ?? '').replace(/^Follow /, '')
  await press(page, `Follow ${name}`, '/follow')
  await section.getByRole('button', { name: `Following ${name}`, exact: true }).waitFor()
})
