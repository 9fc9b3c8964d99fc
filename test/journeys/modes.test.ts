import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type RunningSite, startSite } from '../site-process.ts'
import { aVisitor, layoutOf, open, waitForHydration, useBrowser, withoutExpected } from './browser.ts'

useBrowser({ pictures: true })

describe('in hash mode, below a base address', () => {
  let site: RunningSite
  beforeAll(async () => {
    site = await startSite({
      DATABASE_URL: inject('site').databaseUrl,
      ROUTER_MODE: 'hash',
      BASE_URL: '/blog',
      WEB_PROCESSES: '1',
    })
  })
  afterAll(() => site.stop())

  test('every page is behind the hash: by address, by link and by Back', async () => {
    const { page, complaints } = await aVisitor({ url: site.url })
    await page.goto(`${site.url}/`)
    await waitForHydration(page)
    await page.getByRole('heading', { level: 2, name: 'Featured' }).waitFor()
    await page.getByRole('link', { name: 'Creators' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
    expect(page.url()).toBe(`${site.url}/#/creators`)
    expect(await page.title()).toBe('Creators · Bramble')
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'Featured' }).waitFor()

    await page.goto(`${site.url}/#/Story/latch`)
    await page.getByRole('heading', { level: 1, name: 'Latch' }).waitFor()
    expect(await layoutOf(page)).toBe('default')
    expect(await page.locator('#story-html').innerText()).toContain('letters')
    await page.goto(`${site.url}/#/articles`)
    await page.waitForURL(`${site.url}/#/auth/newauth?next=%2Farticles`)
    expect(complaints).toEqual([])
  })

  test('a path without the hash redirects to the one with it, and an unknown one is not found', async () => {
    const { page, complaints } = await aVisitor({ url: site.url })
    await page.goto(`${site.url}/story/latch`)
    await page.getByRole('heading', { level: 1, name: 'Latch' }).waitFor()
    expect(page.url()).toBe(`${site.url}/#/story/latch`)
    await page.goto(`${site.url}/#/nowhere`)
    await page.getByText('Page not found: /nowhere').waitFor()
    expect(withoutExpected(complaints)).toEqual([])
  })
})

describe('in history mode, below a base address', () => {
  let site: RunningSite
  beforeAll(async () => {
    site = await startSite({ DATABASE_URL: inject('site').databaseUrl, BASE_URL: '/blog/', WEB_PROCESSES: '1' })
  })
  afterAll(() => site.stop())

  test('the base is the home page, and pages, pictures, fonts, icons and data all come from below it', async () => {
    const { page, complaints } = await aVisitor({ url: site.url })
    const outside: string[] = []
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/blog')) outside.push(request.url())
    })
    await open(page, site.url)
    expect(new URL(page.url()).pathname).toBe('/blog/')
    await page.getByRole('heading', { level: 2, name: 'Featured' }).waitFor()
    await page.goto(`${site.url}/Story/latch/`)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Nell Abara' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Nell Abara' }).waitFor()
    expect(page.url()).toBe(`${site.url}/user/nell-abara`)
    await page.goto(`${site.url}/story/the-hedge-is-a-clock`)
    const broken = await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = 'eager'
      await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})))
      return [...document.images].filter((picture) => picture.naturalWidth === 0).map((picture) => picture.src)
    })
    expect(broken).toEqual([])
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })
})
