import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDepth, addViews, daysAgo } from '../analytics.ts'
import { aDraft, anArticle } from '../articles.ts'
import { newDatabaseUrl } from '../new-database.ts'
import { type TestPerson, aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { expectAccessible, overflow } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

let site: RunningSite
let databaseUrl = ''
let author: TestPerson
let hedge: { id: string; slug: string }
const db = () => siteDatabase(databaseUrl).db
beforeAll(async () => {
  databaseUrl = await newDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, DEMO: 'no', WEB_PROCESSES: '1' })
  author = await aPerson(db(), 'author', { name: 'Ada Quill' })
  const publishedAt = new Date(Date.now() - 80 * 86_400_000)
  hedge = await anArticle(db(), author.id, { title: 'The hedge is a clock', publishedAt })
  const arabic = await anArticle(db(), author.id, { title: 'ساعة السياج', language: 'ar', publishedAt })
  for (let days = 0; days < 60; days += 1) {
    const views = 20 + ((days * 7) % 11)
    const by = { source: days % 2 ? 'search' : 'direct', referrer: 'google.com', device: 'phone', language: 'de' }
    await addViews(db(), hedge, daysAgo(days), { views, reads: 9, visitors: views - 3, by })
  }
  await addDepth(db(), hedge, daysAgo(2), 500)
  await addViews(db(), arabic, daysAgo(3), { views: 5, reads: 1 })
})
afterAll(() => site.stop())

const visit = async (person: TestPerson | null, more: Parameters<typeof aVisitor>[0] = {}) =>
  aVisitor({ url: site.url, ...(person && { cookie: await signedIn(db(), person) }), ...more })

const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Totals' }).getByRole('link', { name, exact: true })
const current = (page: Page) => page.getByRole('navigation', { name: 'Period' }).locator('[aria-current]').innerText()

test('an author opens the figures of a story from the desk, and changes the period and the measure', async () => {
  const { page, complaints } = await visit(author)
  await open(page, '/articles?state=published')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'The hedge is a clock' })
    .getByRole('link', { name: /1\.5K views · 540 reads \(36 %\)/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'The hedge is a clock' }).waitFor()
  await page.waitForURL(`**/articles/analytics/${hedge.id}`)
  expect(await current(page)).toBe('30 days')
  await page.getByRole('figure', { name: 'Views' }).waitFor()
  await page.getByRole('row', { name: /Search engines/ }).waitFor()
  await page.getByText('A story of few words.').waitFor()
  await expectAccessible(page, 'figures of a story')

  await tile(page, 'Reads').click()
  await page.getByRole('figure', { name: 'Reads' }).waitFor()
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click()
  await page.waitForURL('**?measure=reads&range=7d')
  await expect.poll(() => current(page)).toBe('7 days')
  await page.getByRole('figure', { name: 'Reads' }).waitFor()
  await page.goBack()
  await page.waitForURL('**?measure=reads')
  await expect.poll(() => current(page)).toBe('30 days')
  await page.goBack()
  await page.getByRole('figure', { name: 'Views' }).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Figures' }).click()
  await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor()
  await page.getByRole('row', { name: /The hedge is a clock/ }).waitFor()
  await expectAccessible(page, 'own figures')
  await page
    .getByRole('row', { name: /ساعة السياج/ })
    .getByRole('link')
    .click()
  await page.getByRole('heading', { level: 1, name: 'ساعة السياج' }).waitFor()
  expect(complaints).toEqual([])
})

test('the figures fit a small phone', async () => {
  const { page } = await visit(author, { viewport: { width: 320, height: 640 } })
  for (const path of [
    `/articles/analytics/${hedge.id}`,
    '/articles/analytics?range=12m',
    '/articles?state=published',
    '/analyticspagesview',
  ]) {
    await open(page, path)
    expect([path, await overflow(page)]).toEqual([path, 0])
  }
})

test('a story that was never published has no figures, and those of others do not exist', async () => {
  const { page } = await visit(author)
  const { id } = await aDraft(db(), author.id, { title: 'Not yet' })
  await open(page, `/articles/analytics/${id}`)
  await page.getByText('No figures yet').waitFor()
  const stranger = await visit(await aPerson(db(), 'author'))
  const response = await open(stranger.page, `/articles/analytics/${hedge.id}`)
  expect(response?.status()).toBe(404)
  await open(stranger.page, '/articles/analytics')
  await stranger.page.getByText('No figures yet').waitFor()
})

test('a visitor sees the top pages without scripts, an author their own, an admin all', async () => {
  const visitor = await visit(null, { javaScriptEnabled: false })
  await visitor.page.goto('/analyticspagesview')
  await visitor.page.getByRole('row', { name: /The hedge is a clock/ }).waitFor()
  await visitor.page.getByRole('link', { name: '7 days' }).click()
  await visitor.page.waitForURL('**/analyticspagesview?range=7d')
  expect(await current(visitor.page)).toBe('7 days')
  expect(await visitor.page.getByRole('link', { name: 'All pages' }).count()).toBe(0)

  const writer = await visit(author)
  await open(writer.page, '/analyticspagesview')
  await writer.page.getByRole('heading', { level: 2, name: 'Your stories' }).waitFor()
  await writer.page.getByRole('link', { name: 'Top pages' }).click()
  await writer.page.getByRole('heading', { level: 2, name: 'Top pages' }).waitFor()
  await expectAccessible(writer.page, 'page views')
  expect(await writer.page.getByRole('link', { name: 'All pages' }).count()).toBe(0)

  const admin = await visit(await aPerson(db(), 'admin'))
  await open(admin.page, '/analyticspagesview')
  await admin.page.getByRole('heading', { level: 2, name: 'All pages' }).waitFor()
  await open(admin.page, `/admin/analytics/${hedge.id}`)
  await admin.page.getByRole('heading', { level: 1, name: 'The hedge is a clock' }).waitFor()
  await expectAccessible(admin.page, 'figures of a story in admin')
  for (const { complaints } of [writer, admin]) expect(complaints).toEqual([])
})
