import type { Locator } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { anArticle } from '../articles.ts'
import { aPerson } from '../people.ts'
import { violations } from './axe.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { aParticipant } from './conversations.ts'
import { mailedLink } from './mailbox.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })
const db = () => siteDatabase().db

test('an admin finds a person with the keyboard, changes the role and writes a note', async () => {
  const { page, complaints } = await signedInVisitor('admin')
  // A name of its own for each attempt: the site is shared with other journeys.
  const word = `quirina${Math.random().toString(36).slice(2, 8)}`
  const name = `Quirina ${word}`
  const person = await aPerson(db(), 'reader', { name })
  await open(page, '/admin/users')
  expect(await violations(page)).toEqual([])
  await page.getByRole('searchbox').focus()
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name })
  await link.waitFor()
  await page.waitForURL((url) => url.searchParams.get('q') === word)
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change role' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Change the role/ })
  await dialog.getByRole('combobox').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Reader' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Writes well')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('reader → author').waitFor()
  await page.getByLabel('New note').fill('Asked about payouts')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Asked about payouts' }).waitFor()
  const row = await db().selectFrom('person').select('role').where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(row.role).toBe('author')
  expect(withoutExpected(complaints)).toEqual([])
})

test('an admin disables several people; a refusal is named, stays selected and stops no one else', async () => {
  const word = `bulk${Math.random().toString(36).slice(2, 8)}`
  const { page, person: admin, complaints } = await aParticipant(db(), `Selma ${word}`, 'admin')
  const others = [
    await aPerson(db(), 'reader', { name: `Ola ${word}` }),
    await aPerson(db(), 'author', { name: `Pim ${word}` }),
  ]
  const disabled = async () => {
    const ids = others.map(({ id }) => id)
    const rows = await db().selectFrom('person').select('disabledAt').where('id', 'in', ids).execute()
    return rows.filter(({ disabledAt }) => disabledAt !== null).length
  }
  await open(page, `/admin/users?q=${word}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Disable…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  const failures = page.getByRole('alert').filter({ hasText: '“Disable” failed for 1 of 3' })
  await failures.getByText(`${admin.name}: You can’t disable your own account.`).waitFor()
  await page.getByText('2 people disabled').first().waitFor()
  await page.getByText('1 person selected').waitFor()
  expect(await page.getByRole('checkbox', { name: `Select ${admin.name}` }).isChecked()).toBe(true)
  expect(await violations(page)).toEqual([])
  expect(await disabled()).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(disabled).toBe(0)
  expect(withoutExpected(complaints)).toEqual([])
})

test('an admin views the site as a person, read-only, and returns', async () => {
  const { page, complaints } = await signedInVisitor('admin')
  const person = await aPerson(db(), 'reader', { name: 'Viewed Journeyson' })
  await open(page, `/admin/users/${person.id}`)
  await page.getByRole('button', { name: 'View as Viewed Journeyson' }).click()
  const banner = page.getByRole('complementary', { name: 'Viewing as another person' })
  await banner.getByText('Viewed Journeyson').waitFor()
  await open(page, '/creators')
  await banner.waitFor()
  expect(await violations(page)).toEqual([])
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await page.getByText('which is read-only').first().waitFor()
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await page.waitForURL(`${inject('site').url}/admin/users/${person.id}`)
  await page.getByText('Impersonation ended').waitFor()
  expect(await banner.count()).toBe(0)
  expect(withoutExpected(complaints)).toEqual([])
})

test('an invited person signs up with the link of the mail and has the role', async () => {
  const { page, complaints } = await signedInVisitor('admin')
  const email = `invited-${Math.random().toString(36).slice(2, 9)}@example.com`
  await open(page, '/admin/users/invitations')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Invitation sent to ${email}`).waitFor()
  const link = new URL(await mailedLink(email, 'invitation'))
  await page.context().clearCookies()
  await open(page, link.pathname + link.hash)
  await page.getByText('You’re invited as an author.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Your name').fill('Newly Invited')
  await page.getByLabel('Password', { exact: true }).fill('a long enough passphrase')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.waitForURL(/\/user\/new\//)
  const row = await db()
    .selectFrom('person')
    .innerJoin('account', 'account.uid', 'person.uid')
    .select('person.role')
    .where('account.email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row.role).toBe('author')
  expect(withoutExpected(complaints)).toEqual([])
})

test('an export is made and downloaded, and an erasure asks for the handle', async () => {
  const { page, complaints } = await signedInVisitor('admin')
  const person = await aPerson(db(), 'reader', { name: 'Leaving Journeyson' })
  await open(page, `/admin/users/${person.id}`)
  await page.getByRole('button', { name: 'Export data' }).click()
  const download = page.getByRole('link', { name: 'Download' })
  await download.waitFor()
  const answer = await page.request.get((await download.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/zip')
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Account with its sign-in methods').waitFor()
  await dialog.getByLabel(/to confirm/).fill('wrong')
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await dialog.getByText('to continue').waitFor()
  await dialog.getByLabel(/to confirm/).fill(person.handle)
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await page.waitForURL(/\/admin\/users$/)
  const row = await db().selectFrom('person').select('state').where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(row.state).toBe('erased')
  expect(withoutExpected(complaints)).toEqual([])
})

test('a name that reads from right to left stays beside the picture, and a long site name leaves room for the links', async () => {
  const { page } = await signedInVisitor('admin')
  await page.setViewportSize({ width: 1280, height: 860 })
  const name = 'ليلى الحديقة'
  const { id } = await aPerson(db(), 'author', { name })
  const { slug } = await anArticle(db(), id, {})
  const left = async (element: Locator) => (await element.boundingBox())?.x
  await open(page, `/admin/users/${id}`)
  const main = page.getByRole('main')
  expect(await left(main.getByText(name, { exact: true }))).toBe(await left(main.getByRole('link', { name: /^@/ })))
  await open(page, `/story/${slug}`)
  const card = page.getByRole('listitem').filter({ hasText: 'Written by' })
  expect(await left(card.getByText(name, { exact: true }))).toBe(await left(card.getByText('Written by')))

  const siteName = page.getByRole('banner').locator('span[dir=auto]').first()
  await siteName.evaluate((element) => (element.textContent = 'Blackberries'.repeat(6)))
  const links = page.getByRole('navigation', { name: 'Main' })
  expect(await links.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})
