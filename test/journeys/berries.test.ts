import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { house, transfer } from '#server/rewards/ledger.ts'
import { overflow, violations } from './axe.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { siteDatabase } from './site-database.ts'
import { aShortText, aStory, wake } from './stories.ts'

useBrowser()

async function fillBasket(personId: string, amount: number) {
  const { db } = siteDatabase()
  await db.transaction().execute((tx) =>
    transfer(
      { db: tx, now: () => new Date() },
      {
        kind: 'correction',
        cause: `journey:${personId}`,
        from: house.corrections,
        to: personId,
        amount,
        note: 'Welcome',
      },
    ),
  )
}

async function aReward(name: string) {
  const id = newId()
  await sql`insert into reward (id, kind, name, icon, price, stock, question, created_at)
    values (${id}, 'other', ${name}, 'mail', 30, 5, 'Where should we send it?', ${new Date()})`.execute(
    siteDatabase().db,
  )
  return id
}

const balance = (page: Page) => page.locator('main header p').first()

async function give(page: Page, name: string) {
  await page.getByRole('button', { name: 'Give berries', exact: true }).click()
  await page.getByRole('radio', { name, exact: true }).check()
  await page.getByRole('button', { name: `Give ${name}` }).click()
}

test('a finished story earns a berry, once the server believes that it was read', async () => {
  const { page, complaints } = await signedInVisitor('reader')
  await open(page, await aStory({ title: 'Quick to read', body: aShortText() }))
  // In real time: browser and server measure the minimum time by clocks of their own. It is 10 seconds for a short story.
  const reports: unknown[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/reading')) reports.push(await response.json())
  })
  await wake(page)
  await expect.poll(() => reports, { timeout: 30_000 }).toEqual([{ counted: false }, { counted: true }])
  await open(page, '/berrybasket?show=history')
  await page.getByText('Finished reading Quick to read').waitFor()
  expect(await balance(page).textContent()).toBe('1berry')
  expect(complaints).toEqual([])
})

test('berries given on a story can be taken back on another page, and reach the author otherwise', async () => {
  const { page, person, complaints } = await signedInVisitor('reader', {
    pictures: true,
    viewport: { width: 390, height: 800 },
  })
  const { db } = siteDatabase()
  await fillBasket(person.id, 20)
  await page.clock.install()
  await open(page, await aStory({ title: 'Worth a few cherries', body: aShortText() }))
  await wake(page)
  await page.getByRole('button', { name: 'Give berries', exact: true }).click()
  await page.getByText('You have 20 berries.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // Escape returns to the button.
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Give berries')

  await give(page, '10 berries')
  await page.getByText('You gave 10 berries to Ada Hedge.').first().waitFor()
  // Undo is shown for ten seconds, which end neither on the page nor on the server before it is clicked.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await sql`update berry_gift set at = at + interval '1 hour' where giver_id = ${person.id}`.execute(db)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Berries' }).click()
  await expect.poll(() => balance(page).textContent()).toBe('10berries')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('You took back 10 berries.').first().waitFor()
  await page.clock.resume()

  await page.goBack()
  await wake(page)
  await give(page, '5 berries')
  await page.getByText('You gave 5 berries to Ada Hedge.').first().waitFor()
  // The time for undoing is over.
  await sql`update berry_gift set at = at - interval '1 minute' where giver_id = ${person.id} and state = 'pending'`.execute(
    db,
  )
  const states = async () =>
    (await db.selectFrom('berryGift').select('state').where('giverId', '=', person.id).execute()).map(
      ({ state }) => state,
    )
  await expect.poll(states, { timeout: 15_000 }).toContain('given')
  await open(page, '/berrybasket?show=given')
  expect(await balance(page).textContent()).toBe('15berries')
  expect(complaints).toEqual([])
})

test('a reward is redeemed with an answer and fulfilled by an admin; a person leaves the leaderboard', async () => {
  const reader = await signedInVisitor('reader', { pictures: true, viewport: { width: 390, height: 800 } })
  const { page, person } = reader
  await fillBasket(person.id, 40)
  const name = `Postcard ${person.handle}`
  await aReward(name)
  await open(page, '/berrybasket')
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: `Redeem ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Redeem “${name}”?` })
  await dialog.getByLabel('Where should we send it?').fill('Hedge Lane 1')
  await dialog.getByRole('button', { name: 'Redeem for 30 berries' }).dblclick()
  await expect.poll(() => balance(page).textContent()).toBe('10berries')
  await page.getByRole('region', { name: 'Your rewards' }).getByText('In preparation').waitFor()

  const saved = page.waitForResponse((response) => response.url().endsWith('/api/berries/listed'))
  await page.getByRole('switch', { name: 'Show me on the leaderboard' }).click()
  await saved
  await open(page, '/berrybasket')
  expect(await page.getByRole('switch', { name: 'Show me on the leaderboard' }).getAttribute('aria-checked')).toBe(
    'false',
  )

  const admin = await signedInVisitor('admin')
  await open(admin.page, `/admin/rewards?show=redemptions&q=${person.handle}`)
  await admin.page.getByText('Hedge Lane 1').waitFor()
  await admin.page.getByRole('button', { name: /^Fulfil/ }).click()
  await admin.page.getByLabel('Note for the person').fill('It left this morning.')
  await admin.page.getByRole('button', { name: 'Mark as fulfilled' }).click()
  await admin.page.getByText('1 redemption fulfilled').first().waitFor()

  await open(page, '/berrybasket')
  const rewards = page.getByRole('region', { name: 'Your rewards' })
  await rewards.getByText('Ready').waitFor()
  await rewards.getByText('It left this morning.').waitFor()
  expect(withoutExpected(reader.complaints)).toEqual([])
  expect(admin.complaints).toEqual([])
})
