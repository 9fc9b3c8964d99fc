import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { newId } from '#server/platform/ids.ts'
import { newDemoDatabaseUrl } from '../new-database.ts'
import { type TestPerson, aPerson, signedIn } from '../people.ts'
import { type RunningSite, startSite } from '../site-process.ts'
import { expectAccessible, overflow } from './axe.ts'
import { aVisitor, open, useBrowser } from './browser.ts'
import { siteDatabase } from './site-database.ts'

useBrowser({ pictures: true })

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
/** Events are counted every ten seconds. */
const patiently = { timeout: 40_000, interval: 1000 }

let site: RunningSite
let admin: TestPerson
let story: { id: string; slug: string; title: string }
let databaseUrl = ''
const db = () => siteDatabase(databaseUrl).db
beforeAll(async () => {
  databaseUrl = await newDemoDatabaseUrl()
  site = await startSite({ DATABASE_URL: databaseUrl, WEB_PROCESSES: '1' })
  admin = await aPerson(db(), 'admin')
  story = await db()
    .selectFrom('article')
    .select(['id', 'slug', 'title'])
    .where('slug', '=', 'the-hedge-is-a-clock')
    .executeTakeFirstOrThrow()
  await sendEvents()
})
afterAll(() => site.stop())

const visit = async (more: Parameters<typeof aVisitor>[0] = {}) =>
  aVisitor({ url: site.url, cookie: await signedIn(db(), admin), ...more })

type Given = Partial<AnalyticsEvent> & { kind: AnalyticsEvent['kind'] }

async function send(device: string, given: Given[]) {
  const at = Date.now()
  const events = given.map((event) => ({ id: newId(), at, path: `/story/${story.slug}`, ...event }))
  const response = await fetch(`${site.url}/api/analytics`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': device, 'accept-language': 'de-CH' },
    body: JSON.stringify({ sentAt: at, events }),
  })
  expect(await response.json()).toEqual({ accepted: given.length })
}

async function sendEvents() {
  const view = { kind: 'view', story: story.id } as const
  await send(DESKTOP, [
    { ...view, referrer: 'www.google.com' },
    view,
    { kind: 'read', story: story.id },
    { kind: 'search', path: '/search', term: '=1+1', results: 4 },
    { kind: 'search', path: '/search', term: 'zebra', results: 0 },
    { kind: 'share', channel: 'mastodon' },
    { kind: 'vital', name: 'LCP', value: 1200 },
  ])
  await send(PHONE, [{ kind: 'view', path: '/latest' }])
}

/** The texts of a table’s cells, row by row. */
const cellsOf = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim())))

async function download(page: Page, link: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
  return { name: file.suggestedFilename(), lines }
}

test('an admin sees what readers did, for another period, and takes it home as files', async () => {
  const { page, complaints } = await visit()
  const tiles = page.getByRole('region', { name: 'Totals' }).locator('dl > div')
  const tile = (name: string) => tiles.filter({ has: page.getByText(name, { exact: true }) })
  await expect
    .poll(async () => {
      await page.goto('/admin/analytics?range=today')
      return tile('Views').innerText()
    }, patiently)
    .toMatch(/^Views\s+3\s/)
  expect(await tile('Visitors').innerText()).toMatch(/^Visitors\s+2\s/)
  expect(await tile('Read ratio').innerText()).toMatch(/^Read ratio\s+50\s%/)
  await page.getByRole('region', { name: 'Visitors now' }).getByText('2 visitors now').waitFor()
  const stories = page.getByRole('table', { name: 'Stories', exact: true })
  const link = stories.getByRole('link', { name: story.title })
  expect(await link.getAttribute('href')).toBe(`/admin/analytics/${story.id}`)
  expect((await cellsOf(page, 'Sources')).map(([name]) => name).toSorted()).toEqual(['Direct', 'Search engines'])
  await open(page, '/admin/analytics?range=today')
  await expectAccessible(page, 'analytics')

  const days = await download(page, 'Export CSV')
  expect(days.name).toBe('analytics-days.csv')
  expect(days.lines).toEqual(['day,views,visitors,reads', expect.stringMatching(/^\d{4}-\d{2}-\d{2},3,2,1$/)])

  await page.getByRole('link', { name: 'Reads', exact: true }).click()
  await page.waitForURL('**/admin/analytics?measure=reads&range=today')
  await page.getByRole('figure', { name: /^Reads/ }).waitFor()
  const chosen = page.getByRole('navigation', { name: 'Period' }).locator('[aria-current]')
  await page.getByRole('link', { name: '7 days', exact: true }).click()
  await page.waitForURL('**/admin/analytics?measure=reads&range=7d')
  await expect.poll(() => chosen.innerText()).toBe('7 days')
  await page.goBack()
  await expect.poll(() => chosen.innerText()).toBe('Today')
  await page.getByRole('figure', { name: /^Reads/ }).waitFor()

  await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Site' }).click()
  await page.waitForURL('**/admin/analytics/site?range=today')
  await page.getByRole('heading', { level: 1, name: 'Site analytics' }).waitFor()
  expect((await cellsOf(page, 'Search terms')).map(([term]) => term)).toEqual(['=1+1', 'zebra'])
  expect((await cellsOf(page, 'Searches without results')).map(([term]) => term)).toEqual(['zebra'])
  expect((await cellsOf(page, 'Referrers')).map(([host]) => host)).toEqual(['google.com'])
  expect((await cellsOf(page, 'Shares')).map(([channel]) => channel)).toEqual(['Mastodon'])
  const vitals = page.getByRole('region', { name: 'Web vitals' })
  expect(await vitals.innerText()).toMatch(/1\.2\d s\s+Good/)
  await expectAccessible(page, 'site analytics')
  const terms = await download(page, 'Export CSV of search terms')
  expect(terms.name).toBe('analytics-search.csv')
  expect(terms.lines[1]).toMatch(/^'=1\+1,'=1\+1,1,1,0,/)
  expect(complaints).toEqual([])
})

test('periods, measures and custom days work without scripts', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  await page.goto('/admin/analytics')
  await page.getByRole('link', { name: 'Visitors', exact: true }).click()
  await page.getByRole('link', { name: '90 days' }).click()
  expect(new URL(page.url()).search).toBe('?measure=visitors&range=90d')
  await page.getByText('Custom period').click()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: 'Show' }).click()
  expect(new URL(page.url()).searchParams.get('from')).toBe('2020-01-01')
  await page.getByText('No views in this period').waitFor()
  expect(await page.getByRole('link', { name: 'Visitors', exact: true }).getAttribute('aria-current')).toBe('true')
})

test('the dashboard and the palette lead to the figures', async () => {
  const { page, complaints } = await visit()
  await open(page, '/admin')
  await expectAccessible(page, 'the dashboard')
  const figures = page.getByRole('region', { name: 'Last 7 days' })
  await figures.getByRole('link', { name: 'Visitors', exact: true }).click()
  await page.waitForURL('**/admin/analytics?measure=visitors&range=7d')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('site analytics')
  await page.getByRole('option', { name: /Site analytics/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/analytics/site')
  expect(complaints).toEqual([])

  const editor = await aVisitor({ url: site.url, cookie: await signedIn(db(), await aPerson(db(), 'editor')) })
  await open(editor.page, '/admin')
  expect(await editor.page.getByText('Last 7 days').count()).toBe(0)
})

test('the screens fit a phone', async () => {
  const { page } = await visit({ viewport: { width: 390, height: 800 } })
  const screens = ['/admin', '/admin/analytics?range=today', '/admin/analytics/site', '/admin/analytics/site?show=path']
  for (const path of screens) {
    await open(page, path)
    expect([path, await overflow(page)]).toEqual([path, 0])
  }
})
