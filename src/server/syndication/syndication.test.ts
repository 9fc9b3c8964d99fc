import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { hostileTitles, withoutXmlInvalid } from '#test/hostile-titles.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

const HOME = 'http://localhost:4999/'

let database: Database
let app: TestApp
let author: TestPerson
let friend: TestPerson
beforeAll(async () => {
  database = await aDatabase()
  author = await aPerson(database.db, 'author', { name: 'Ada Byron', handle: 'ada' })
  friend = await aPerson(database.db, 'author', { name: 'Grace', handle: 'grace' })
  await database.db
    .insertInto('category')
    .values({ id: newId(), slug: 'nature', name: 'Nature', position: 1 })
    .execute()
  app = await anApp(database, { SITE_URL: HOME.slice(0, -1) })
})

async function read(path: string, init?: RequestInit) {
  const response = await app.get(path, init)
  return { response, status: response.status, text: await response.text() }
}

function parseXml(text: string) {
  expect(XMLValidator.validate(text)).toBe(true)
  const parsed: unknown = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['url', 'sitemap'].includes(name),
  }).parse(text)
  return parsed
}

type UrlSet = { urlset: { url?: { loc: string; lastmod?: string }[] } }

describe('the sitemap', () => {
  test('lists its files, which list everything public', async () => {
    const { slug } = await anArticle(database.db, author.id, { slug: 'größe-&-co' })
    const hidden = await anArticle(database.db, author.id, { publishedAt: undefined })
    const copy = await aDraft(database.db, author.id, {
      state: 'published',
      article: { canonicalUrl: 'https://elsewhere.example/x' },
    })
    // A worker counts the stories of each file.
    await expect.poll(async () => (await read('/sitemap.xml')).text).toContain('stories-1.xml')
    const { response, text } = await read('/sitemap.xml')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const index = parseXml(text) as { sitemapindex: { sitemap: { loc: string; lastmod?: string }[] } }
    const files = index.sitemapindex.sitemap.map(({ loc }) => loc)
    expect(files).toEqual([`${HOME}sitemaps/pages.xml`, `${HOME}sitemaps/stories-1.xml`])
    expect(index.sitemapindex.sitemap[1]?.lastmod).toMatch(/^\d{4}-\d\d-\d\dT/)

    const stories = await read('/sitemaps/stories-1.xml')
    expect(stories.response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const listed = (parseXml(stories.text) as UrlSet).urlset.url ?? []
    const locations = listed.map(({ loc }) => loc)
    expect(locations).toContain(`${HOME}story/${encodeURIComponent(slug)}`)
    expect(listed.every(({ lastmod = '' }) => !Number.isNaN(Date.parse(lastmod)))).toBe(true)
    expect(stories.text).not.toContain(hidden.slug)
    expect(stories.text).not.toContain(copy.slug)

    await database.db.updateTable('person').set({ storyCount: 1 }).where('id', '=', author.id).execute()
    const pages = ((parseXml((await read('/sitemaps/pages.xml')).text) as UrlSet).urlset.url ?? []).map(
      ({ loc }) => loc,
    )
    expect(pages).toEqual(expect.arrayContaining([HOME, `${HOME}latest`, `${HOME}category/nature`, `${HOME}user/ada`]))
    expect(pages).not.toContain(`${HOME}user/grace`)
  })

  test.each(['stories-2.xml', 'stories-0.xml', 'stories-1.xml.gz', 'x', 'stories-99999999.xml'])(
    'has no file %s',
    async (file) => expect((await read(`/sitemaps/${file}`)).status).toBe(404),
  )
})

test('robots.txt allows public pages, disallows private ones, and names the sitemap', async () => {
  const { response, text } = await read('/robots.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = text.trim().split('\n')
  expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /'])
  for (const path of ['/api/', '/admin', '/auth/', '/articles', '/preview/', '/user/account', '/search?'])
    expect(lines).toContain(`Disallow: ${path}`)
  expect(lines.at(-1)).toBe(`Sitemap: ${HOME}sitemap.xml`)
  const disallowed = lines.flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
  for (const open of ['/', '/story/x', '/category/x', '/tag/x', '/user/ada', '/cards/site.png', '/feed.xml', '/latest'])
    expect(
      disallowed.filter((path) => open.startsWith(path)),
      open,
    ).toEqual([])

  const based = await anApp(database, { SITE_URL: HOME.slice(0, -1), BASE_URL: '/blog' })
  for (const path of ['/robots.txt', '/blog/robots.txt']) {
    const below = await (await based.get(path)).text()
    expect(below).toContain('Disallow: /blog/admin')
    expect(below).toContain(`Sitemap: ${HOME}blog/sitemap.xml`)
  }
})

test('the manifest describes the web app', async () => {
  const { response, text } = await read('/site.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  const manifest: { icons: { src: string; sizes: string; purpose: string }[] } = JSON.parse(text)
  expect(manifest).toMatchObject({ name: 'Bramble', start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(await readFile(`public${src}`)).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
})

describe('oEmbed', () => {
  const ask = (query: Record<string, string>) => read(`/oembed?${new URLSearchParams(query).toString()}`)

  test('supports every URL of a story', async () => {
    const { id, slug } = await anArticle(database.db, author.id, { title: 'The tide', subtitle: 'And <more>' })
    for (const url of [
      `${HOME}story/${slug}`,
      `${HOME}story/${id}`,
      `${HOME}Story/${slug}/?utm=1#x`,
      `${HOME}#/story/${slug}`,
    ]) {
      const { response, text } = await ask({ url, ignored: 'yes' })
      expect(response.status, url).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const answer: Record<string, string> = JSON.parse(text)
      expect(answer).toMatchObject({
        version: '1.0',
        type: 'rich',
        title: 'The tide',
        author_name: 'Ada Byron',
        author_url: `${HOME}user/ada`,
        provider_name: 'Bramble',
        provider_url: HOME,
        thumbnail_width: 1200,
        thumbnail_height: 630,
      })
      expect(answer['html']).toContain(`<a href="${HOME}story/${slug}">The tide</a>`)
      expect(answer['html']).toContain('And &lt;more&gt;')
      expect((await app.get((answer['thumbnail_url'] ?? '').replace(HOME, '/'))).headers.get('content-type')).toBe(
        'image/png',
      )
    }
  })

  test('respects maxwidth and maxheight', async () => {
    const { slug } = await anArticle(database.db, author.id)
    const url = `${HOME}story/${slug}`
    const small: Record<string, string> = JSON.parse((await ask({ url, maxwidth: '640' })).text)
    expect(small).toMatchObject({ width: 600, thumbnail_width: 600, thumbnail_height: 315 })
    const picture = await app.get((small['thumbnail_url'] ?? '').replace(HOME, '/'))
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({ width: 600, height: 315 })
    const tiny: Record<string, string> = JSON.parse((await ask({ url, maxwidth: '300', maxheight: '150' })).text)
    expect(tiny).toMatchObject({ width: 300, height: 150 })
    expect(tiny['thumbnail_url']).toBeUndefined()
  })

  test.each(Object.entries(hostileTitles))('as XML, with %s in the title', async (_what, title) => {
    const { slug } = await anArticle(database.db, author.id, { title })
    const { response, text } = await ask({ url: `${HOME}story/${slug}`, format: 'xml' })
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    expect(XMLValidator.validate(text)).toBe(true)
    const { oembed } = new XMLParser({ trimValues: false, parseTagValue: false }).parse(text) as {
      oembed: Record<string, string>
    }
    expect(oembed['title']).toBe(withoutXmlInvalid(title))
    expect(oembed['html']).not.toContain('<script')
  })

  test('refuses unsupported requests', async () => {
    const draft = await anArticle(database.db, author.id, { publishedAt: undefined })
    const status = async (query: Record<string, string>) => (await ask(query)).status
    expect(await status({ url: `${HOME}story/nothing` })).toBe(404)
    expect(await status({ url: `${HOME}story/${draft.slug}` })).toBe(404)
    expect(await status({ url: 'https://elsewhere.example/story/latch' })).toBe(404)
    expect(await status({ url: 'javascript:alert(1)' })).toBe(404)
    expect(await status({ url: `${HOME}story/%E0%A4%A` })).toBe(404)
    expect(await status({ url: `${HOME}latest` })).toBe(404)
    expect(await status({ url: `${HOME}story/x`, format: 'yaml' })).toBe(501)
    expect(await status({})).toBe(400)
    expect(await status({ url: `${HOME}story/x`, maxwidth: 'wide' })).toBe(400)
    expect(await status({ url: `${HOME}story/${encodeURIComponent('\u0000')}` })).toBeLessThan(500)
  })
})

describe('a card', () => {
  async function card(path: string) {
    const response = await app.get(path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    return { response, png: Buffer.from(await response.arrayBuffer()) }
  }

  /** The card URL in the story’s page. */
  async function addressOf(slug: string) {
    const html = await (await app.get(`/story/${slug}`)).text()
    return (/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '').replace(HOME, '/')
  }

  async function looks(png: Buffer) {
    const image = sharp(png)
    const { width, height } = await image.metadata()
    const { channels } = await image.stats()
    expect({ width, height }).toEqual({ width: 1200, height: 630 })
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
    return (await image.raw().toBuffer()).toString('base64')
  }

  test('changes with the title and the cover, and is immutable', async () => {
    const seen = new Set<string>()
    const { emoji, 'a script': script, 'control characters': controls } = hostileTitles
    const titles = {
      emoji,
      script,
      controls,
      'right to left': hostileTitles['right to left'],
      'two hundred letters': hostileTitles['two hundred letters'],
      'Japanese': '日本語のタイトル',
      'plain': 'The hedge is a clock',
    }
    for (const [what, title] of Object.entries(titles)) {
      const { slug } = await anArticle(database.db, author.id, { title })
      const path = await addressOf(slug)
      expect(path).toMatch(/^\/cards\/story\/[A-Za-z0-9]{20}-[a-z0-9]+\.png$/)
      const { response, png } = await card(path)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      if (process.env['CARDS_TO']) await writeFile(`${process.env['CARDS_TO']}/${what}.png`, png)
      seen.add(await looks(png))
    }
    const { slug } = await aDraft(database.db, author.id, {
      title: 'The hedge is a clock',
      state: 'published',
      coAuthors: [friend.id],
      article: { cover: JSON.stringify({ src: '/art/hills-12-moss.svg', alt: '', width: 1200, height: 800 }) },
    })
    const covered = await card(await addressOf(slug))
    if (process.env['CARDS_TO']) await writeFile(`${process.env['CARDS_TO']}/cover.png`, covered.png)
    seen.add(await looks(covered.png))
    expect(seen.size).toBe(Object.keys(titles).length + 1)
  })

  test('is right-to-left if its title is', async () => {
    const side = async (title: string) => {
      const { slug } = await anArticle(database.db, author.id, { title })
      const { png } = await card(await addressOf(slug))
      const dark = async (left: number) => {
        const part = await sharp(png).extract({ left, top: 200, width: 500, height: 200 }).toBuffer()
        return 255 - ((await sharp(part).stats()).channels[0]?.mean ?? 255)
      }
      return (await dark(100)) > (await dark(650)) ? 'left' : 'right'
    }
    expect(await side('Latch')).toBe('left')
    expect(await side('زاوية')).toBe('right')
    expect(await side('שלום')).toBe('right')
  })

  test('redirects from an outdated URL, and is not found after its story is removed', async () => {
    const { id, slug } = await anArticle(database.db, author.id, { title: 'Before' })
    const before = await addressOf(slug)
    await database.db.updateTable('article').set({ title: 'After' }).where('id', '=', id).execute()
    const moved = await app.get(before)
    expect(moved.status).toBe(302)
    expect(moved.headers.get('cache-control')).toBe('no-store')
    const now = moved.headers.get('location') ?? ''
    const { response } = await card(now)
    const unchanged = await app.get(now, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    expect(unchanged.status).toBe(304)
    await database.db.updateTable('article').set({ state: 'draft' }).where('id', '=', id).execute()
    expect((await app.get(now)).status).toBe(404)
  })

  test('exists for stories and the site only', async () => {
    await looks((await card('/cards/site.png')).png)
    for (const path of [
      '/cards/story/x.png',
      `/cards/story/${'A'.repeat(20)}-abc.png`,
      '/cards/story/..%2Fsite.png',
      '/cards/story/site.png',
    ])
      expect((await app.get(path)).status, path).toBe(404)
  })
})

describe('the metadata of a story page', () => {
  type Thing = { '@type': string } & Record<string, unknown>

  async function thingsOf(slug: string) {
    const html = await (await app.get(`/story/${slug}`)).text()
    const found = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
    return { html, things: [...found].map(([, json = '']): Thing => JSON.parse(json)) }
  }

  test.each(Object.entries(hostileTitles))('escapes %s', async (_what, title) => {
    const { slug } = await anArticle(database.db, author.id, { title })
    const { html, things } = await thingsOf(slug)
    const [article, crumbs] = things
    expect(article).toMatchObject({ '@type': 'Article', 'headline': title, 'isAccessibleForFree': true })
    for (const wanted of ['image', 'datePublished', 'dateModified', 'author', 'publisher'])
      expect(article?.[wanted], wanted).toBeTruthy()
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      'itemListElement': [{ position: 1, item: HOME }, { name: title }],
    })
    expect(html).not.toContain('<script>alert(1)')
    const card = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(article?.['image']).toEqual(expect.arrayContaining([card]))
  })

  test('contains co-authors, members-only access and the canonical URL', async () => {
    const { slug } = await aDraft(database.db, author.id, {
      title: 'Behind the wall',
      state: 'published',
      coAuthors: [friend.id],
      article: {
        access: 'preview',
        html: '<p>Open.</p>',
        membersHtml: '<p>SECRET</p>',
        canonicalUrl: 'https://elsewhere.example/x',
      },
    })
    const { html, things } = await thingsOf(slug)
    expect(things[0]).toMatchObject({
      author: [{ name: 'Ada Byron', url: `${HOME}user/ada` }, { name: 'Grace' }],
      isAccessibleForFree: false,
      hasPart: { '@type': 'WebPageElement', 'isAccessibleForFree': false },
      url: 'https://elsewhere.example/x',
    })
    expect(html).toContain('<link rel="canonical" href="https://elsewhere.example/x">')
    expect(html).toContain(`type="application/json+oembed" href="${HOME}oembed?url=`)
    expect(html).not.toContain('SECRET')
  })

  test('is absent on pages that are not indexed', async () => {
    for (const path of ['/auth/newauth', '/nowhere', '/offline', '/debug-analytics']) {
      const html = await (await app.get(path)).text()
      expect(html, path).not.toMatch(/rel="canonical"|property="og:|ld\+json/)
    }
  })
})
