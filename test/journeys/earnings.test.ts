import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeMonths } from '#server/earnings/close-months.ts'
import { recordMemberRead } from '#server/earnings/member-reads.ts'
import { anArticle } from '../articles.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { makeMember } from '../membership.ts'
import { aPayment } from '../payments.ts'
import { type TestPerson, aCtx, aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { expectAccessible, overflow } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl = ''
let author: TestPerson
const db = () => siteDatabase(databaseUrl).db
beforeAll(async () => {
  databaseUrl = await newDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, DEMO: 'no', WEB_PROCESSES: '1' })
  author = await aPerson(db(), 'author', { name: 'Ada Quill' })
  await aPastMonth()
})
afterAll(() => site.stop())

/** Four members finished stories of Ada and of another author two months ago, and it is closed. */
async function aPastMonth() {
  const at = new Date()
  at.setUTCMonth(at.getUTCMonth() - 2, 15)
  const other = await aPerson(db(), 'author', { name: 'نورا الحداد' })
  const alone = await anArticle(db(), author.id, { title: 'What the river keeps' })
  const together = await anArticle(db(), other.id, { title: 'Two gardens', coAuthorIds: [author.id] })
  for (const [count, story] of [alone, alone, alone, together].entries()) {
    const reader = await aPerson(db())
    await makeMember(db(), reader.id)
    await aPayment(db(), at, { amount: 595, tax: 95, number: count + 1 })
    for (const now of [at, new Date()])
      await recordMemberRead({ db: db(), now: () => now }, { personId: reader.id, articleId: story.id })
  }
  await aPayment(db(), new Date(), { amount: 595, tax: 95, number: 10 })
  await closeMonths(aCtx(db()))
}

const visit = async (person: TestPerson, more: Parameters<typeof aVisitor>[0] = {}) =>
  aVisitor({ url: site.url, cookie: await signedIn(db(), person), ...more })

test('a creator sees how the amount was computed, and an admin records the payout', async () => {
  const creator = await visit(author)
  await open(creator.page, '/earnings')
  await expectAccessible(creator.page, 'earnings')
  // 4 × €5.00 × 50% = €10.00, of which Ada has 3.5 of 4 reads.
  const months = creator.page.getByRole('table', { name: 'Months' })
  await months.getByRole('link').last().click()
  await creator.page.getByRole('heading', { name: /was computed$/ }).waitFor()
  const steps = creator.page.getByRole('region', { name: /was computed$/ }).getByRole('list')
  expect(await steps.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('€20.00'),
    expect.stringMatching(/€20\.00 × 50%\s+€10\.00/),
    expect.stringMatching(/3\.5 of 4\s+87\.5%/),
    expect.stringMatching(/€10\.00 × 3\.5 ÷ 4\s+€8\.75/),
  ])
  const [file] = await Promise.all([
    creator.page.waitForEvent('download'),
    creator.page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('stories.csv')

  const admin = await visit(await aPerson(db(), 'admin'))
  await open(admin.page, '/admin/earnings')
  await expectAccessible(admin.page, 'earnings in admin')
  await admin.page.getByRole('button', { name: 'Record payout to Ada Quill' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Record a payout to Ada Quill' })
  expect(await dialog.getByLabel('Amount in EUR').inputValue()).toBe('8.75')
  await dialog.getByLabel('Amount in EUR').fill('8.76')
  await dialog.getByLabel('Reference').fill('Transfer 17')
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await dialog.getByText('Enter at most €8.75').waitFor()
  await dialog.getByLabel('Amount in EUR').fill('5')
  await dialog.getByRole('button', { name: 'Record payout' }).dblclick()
  await dialog.waitFor({ state: 'hidden' })
  await admin.page
    .getByRole('row', { name: /Ada Quill/ })
    .getByText('€3.75')
    .waitFor()

  await open(creator.page, '/earnings')
  const payouts = creator.page.getByRole('table', { name: 'Payouts' })
  await payouts.getByText('Transfer 17').waitFor()
  expect(await payouts.getByRole('row').count()).toBe(2)

  await open(admin.page, '/admin/earnings?tab=payouts')
  await admin.page.getByRole('button', { name: 'Void the payout of €5.00 to Ada Quill' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Void payout' }).click()
  await admin.page.getByText('Voided', { exact: true }).waitFor()
  await open(admin.page, '/admin/earnings?tab=months')
  await admin.page.getByRole('table', { name: 'Months' }).getByText('€10.00').first().waitFor()
  for (const { complaints } of [creator, admin]) expect(complaints).toEqual([])
})

test('the screens fit a small phone', async () => {
  const creator = await visit(author, { viewport: { width: 320, height: 640 } })
  await open(creator.page, '/earnings')
  expect(await overflow(creator.page)).toBe(0)
  const admin = await visit(await aPerson(db(), 'admin'), { viewport: { width: 320, height: 640 } })
  for (const path of ['/admin/earnings', '/admin/earnings?tab=months', '/admin/earnings?tab=payouts']) {
    await open(admin.page, path)
    expect([path, await overflow(admin.page)]).toEqual([path, 0])
  }
})
