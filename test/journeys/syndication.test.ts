import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitor, open, useBrowser } from './browser.ts'

useBrowser({ pictures: true })

type Thing = { '@type': string } & Record<string, unknown>

/** The head of the open page, or of the document that the server sends for a path. */
async function headOf(page: Page, path: string | null = null) {
  return page.evaluate(async (address) => {
    const html = address === null ? null : await (await fetch(address)).text()
    const { head } = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
    const all = (selector: string) => [...head.querySelectorAll(selector)]
    return {
      canonical: all('link[rel=canonical]').map((link) => link.getAttribute('href')),
      meta: Object.fromEntries(
        all('meta[property],meta[name]').map((meta) => [
          meta.getAttribute('property') ?? meta.getAttribute('name') ?? '',
          meta.getAttribute('content') ?? '',
        ]),
      ),
      feeds: all('link[rel=alternate]').map((link) => `${link.getAttribute('type')} ${link.getAttribute('href')}`),
      things: all('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent ?? '')),
    }
  }, path) as Promise<{ canonical: string[]; meta: Record<string, string>; feeds: string[]; things: Thing[] }>
}

test('stories, categories, creators and the home page have metadata for search engines', async () => {
  const { page, complaints } = await aVisitor()
  await open(page, '/story/the-hedge-is-a-clock?utm_source=letter')
  const home = (await page.locator('html').getAttribute('data-home')) ?? ''
  const story = await headOf(page)
  expect(story.canonical).toEqual([`${home}story/the-hedge-is-a-clock`])
  expect(story.meta).toMatchObject({
    'og:type': 'article',
    'og:url': `${home}story/the-hedge-is-a-clock`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  })
  const article = story.things.find((thing) => thing['@type'] === 'Article')
  expect(article).toMatchObject({
    '@context': 'https://schema.org',
    'headline': 'The hedge is a clock',
    'isAccessibleForFree': true,
    'author': [{ '@type': 'Person' }],
    'publisher': { '@type': 'Organization', 'name': 'Bramble' },
  })
  expect(Date.parse(String(article?.['datePublished']))).toBeGreaterThan(0)
  expect(story.things.map((thing) => thing['@type'])).toEqual(['Article', 'BreadcrumbList'])

  // The picture is rendered in a worker thread of the built server.
  const picture = await page.request.get((story.meta['og:image'] ?? '').replace(home, '/'))
  expect(picture.status()).toBe(200)
  expect(picture.headers()['content-type']).toBe('image/png')

  const category = await headOf(page, '/category/nature')
  expect(category.canonical).toEqual([`${home}category/nature`])
  expect(category.feeds).toEqual([
    `application/rss+xml ${home}category/nature/feed.xml`,
    `application/atom+xml ${home}category/nature/atom.xml`,
    `application/feed+json ${home}category/nature/feed.json`,
  ])
  expect(category.things.map((thing) => thing['@type'])).toEqual(['BreadcrumbList'])

  const profile = await headOf(page, '/user/maren-holt')
  expect(profile.meta).toMatchObject({ 'og:type': 'profile', 'profile:username': 'maren-holt' })
  expect(profile.things[0]).toMatchObject({ mainEntity: { '@type': 'Person', 'name': 'Maren Holt' } })

  const front = await headOf(page, '/')
  expect(front.canonical).toEqual([home])
  expect(front.things[0]).toMatchObject({ '@type': 'WebSite', 'potentialAction': { '@type': 'SearchAction' } })

  // After a navigation the head describes the new page only.
  expect((await headOf(page)).things).not.toEqual([])
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor()
  await expect.poll(() => page.title()).toBe('Creators · Bramble')
  const { canonical, things, feeds, meta } = await headOf(page)
  expect(canonical).toEqual([`${home}creators`])
  expect(things).toEqual([])
  expect(feeds).toEqual([])
  expect(Object.keys(meta).filter((name) => /^(og|article|twitter):/.test(name))).toEqual([])
  expect(complaints).toEqual([])
})

test('the site can be installed', async () => {
  const { page } = await aVisitor({ serviceWorkers: 'allow' })
  await open(page, '/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect(new URL(url).pathname).toBe('/site.webmanifest')
  expect(errors).toEqual([])
  const manifest: { icons: { src: string; sizes: string }[] } = JSON.parse(data ?? '')
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Test windows are incognito, where nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
