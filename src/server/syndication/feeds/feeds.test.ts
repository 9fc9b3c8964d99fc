import { parseAtomFeed, parseFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import Parser from 'rss-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { hostileTitles, withoutXmlInvalid } from '#test/hostile-titles.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { patiently } from '#test/patiently.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import { updateSetting } from '#server/settings/site.ts'

const HOME = 'http://localhost:4999/'
const files = ['feed.xml', 'atom.xml', 'feed.json'] as const

let database: Database
let app: TestApp
let author: TestPerson
let friend: TestPerson
let rich: { id: string; slug: string }

beforeAll(async () => {
  database = await aDatabase()
  const { db } = database
  author = await aPerson(db, 'author', { name: 'Ada & <Co>', handle: 'ada' })
  friend = await aPerson(db, 'author', { name: 'Grace', handle: 'grace' })
  await db.insertInto('category').values({ id: newId(), slug: 'nature', name: 'Nature & co', position: 1 }).execute()
  const category = await db.selectFrom('category').select('id').executeTakeFirstOrThrow()
  const tag = { id: newId(), slug: 'birds', name: 'Birds <3' }
  await db.insertInto('tag').values(tag).execute()
  rich = await aDraft(db, author.id, {
    title: 'Birds of the harbour',
    state: 'published',
    coAuthors: [friend.id],
    article: {
      slug: 'vögel-im-hafen',
      subtitle: 'Gulls & terns',
      language: 'de',
      categoryId: category.id,
      html: '<p id="a">Text <a href="/story/other">other</a> <a href="#note-1">1</a> ]]&gt;</p><img src="/media/x/320.jpg" srcset="/media/x/320.jpg 320w, /media/x/640.jpg 640w">',
      cover: JSON.stringify({ src: '/art/hills-1-moss.svg', alt: 'Hills "and" <sky>', width: 1200, height: 800 }),
      publishedAt: new Date('2026-03-01T10:00:00Z'),
      updatedAt: new Date('2026-03-02T10:00:00Z'),
    },
  })
  await db.insertInto('articleTag').values({ articleId: rich.id, tagId: tag.id, position: 0 }).execute()
  await aDraft(db, friend.id, {
    title: 'For members',
    state: 'published',
    article: { html: '<p>Everyone sees this.</p>', membersHtml: '<p>SECRET</p>', access: 'preview' },
  })
  await aDraft(db, friend.id, {
    title: 'For members alone',
    state: 'published',
    article: { html: '<p>SECRET too</p>', access: 'members', excerpt: 'What it is <about>.' },
  })
  await aDraft(db, friend.id, { title: 'Only a draft', state: 'draft' })
  for (const title of Object.values(hostileTitles)) await anArticle(db, friend.id, { title })
  app = await anApp(database, { SITE_URL: 'http://localhost:4999' })
})

async function read(path: string, init?: RequestInit) {
  const response = await app.get(path, init)
  return { response, text: await response.text() }
}

describe('every kind of feed', () => {
  test.each(
    ['/', '/category/nature/', '/tag/birds/', '/user/ada/'].flatMap((folder) => files.map((file) => folder + file)),
  )('%s contains the story, its authors and its topics', async (path) => {
    const { response, text } = await read(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
    const { format, feed } = parseFeed(text)
    expect(format).toBe({ 'feed.xml': 'rss', 'atom.xml': 'atom', 'feed.json': 'json' }[path.split('/').at(-1) ?? ''])
    expect(text).toContain(`${HOME}story/v%C3%B6gel-im-hafen`)
    expect(JSON.stringify(feed)).toContain('Grace')
    expect(JSON.stringify(feed)).toContain('Birds <3')
    expect(text).not.toContain('SECRET')
    expect(text).not.toContain('Only a draft')
    if (path !== `/${path.split('/').at(-1)}`) expect(text).not.toContain('For members')
  })

  test('RSS is understood by another parser', async () => {
    const { response, text } = await read('/user/ada/feed.xml')
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = await new Parser({ customFields: { item: ['content:encoded', 'dc:creator'] } }).parseString(text)
    expect(feed).toMatchObject({ title: 'Ada & <Co> · Bramble', link: `${HOME}user/ada`, language: 'en' })
    expect(feed.feedUrl).toBe(`${HOME}user/ada/feed.xml`)
    expect(feed.items).toHaveLength(1)
    expect(feed.items[0]).toMatchObject({
      title: 'Birds of the harbour',
      link: `${HOME}story/v%C3%B6gel-im-hafen`,
      guid: `${HOME}story/${rich.id}`,
      isoDate: '2026-03-01T10:00:00.000Z',
      categories: ['Nature & co', 'Birds <3'],
      contentSnippet: 'Gulls & terns',
    })
    expect(parseRssFeed(text).items?.[0]?.dc?.creators).toEqual(['Ada & <Co>', 'Grace'])
    expect(parseRssFeed(text).items?.[0]?.dcterms?.modified).toEqual(['2026-03-02T10:00:00.000Z'])
  })

  test('Atom conforms to its specification', async () => {
    const { response, text } = await read('/tag/birds/atom.xml')
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const feed = parseAtomFeed(text)
    expect(feed).toMatchObject({ id: `${HOME}tag/birds`, updated: '2026-03-02T10:00:00.000Z', xml: { lang: 'en' } })
    expect(feed.links).toEqual([
      { href: `${HOME}tag/birds/atom.xml`, rel: 'self', type: 'application/atom+xml' },
      { href: `${HOME}tag/birds`, rel: 'alternate', type: 'text/html' },
    ])
    expect(feed.entries).toHaveLength(1)
    expect(feed.entries?.[0]).toMatchObject({
      id: `${HOME}story/${rich.id}`,
      title: { value: 'Birds of the harbour' },
      published: '2026-03-01T10:00:00.000Z',
      updated: '2026-03-02T10:00:00.000Z',
      authors: [
        { name: 'Ada & <Co>', uri: `${HOME}user/ada` },
        { name: 'Grace', uri: `${HOME}user/grace` },
      ],
      categories: [
        { term: 'nature', label: 'Nature & co' },
        { term: 'birds', label: 'Birds <3' },
      ],
      xml: { lang: 'de' },
    })
    expect((await new Parser().parseString(text)).items[0]?.title).toBe('Birds of the harbour')
  })

  test('JSON Feed conforms to its specification', async () => {
    const { response, text } = await read('/category/nature/feed.json')
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const raw: { version: string; items: { id: unknown }[] } = JSON.parse(text)
    expect(raw.version).toBe('https://jsonfeed.org/version/1.1')
    expect(raw.items.every(({ id }) => typeof id === 'string')).toBe(true)
    const feed = parseJsonFeed(text)
    expect(feed).toMatchObject({
      title: 'Nature & co · Bramble',
      home_page_url: `${HOME}category/nature`,
      feed_url: `${HOME}category/nature/feed.json`,
    })
    expect(feed.items?.[0]).toMatchObject({
      url: `${HOME}story/v%C3%B6gel-im-hafen`,
      image: `${HOME}art/hills-1-moss.svg`,
      date_published: '2026-03-01T10:00:00.000Z',
      date_modified: '2026-03-02T10:00:00.000Z',
      tags: ['Nature & co', 'Birds <3'],
      language: 'de',
      authors: [{ name: 'Ada & <Co>', url: `${HOME}user/ada` }, { name: 'Grace' }],
    })
  })

  test('the text is the public text, with absolute URLs', async () => {
    const story = parseJsonFeed((await read('/user/ada/feed.json')).text).items?.[0]?.content_html
    expect(story).toBe(
      `<figure><img src="${HOME}art/hills-1-moss.svg" alt="Hills &quot;and&quot; &lt;sky&gt;" width="1200" height="800"></figure>` +
        `<p id="a">Text <a href="${HOME}story/other">other</a> <a href="${HOME}story/v%C3%B6gel-im-hafen#note-1">1</a> ]]&gt;</p>` +
        `<img src="${HOME}media/x/320.jpg" srcset="${HOME}media/x/320.jpg 320w, ${HOME}media/x/640.jpg 640w">`,
    )
    for (const path of ['/user/ada/feed.xml', '/user/ada/atom.xml']) {
      const { feed } = parseFeed((await read(path)).text)
      expect(JSON.stringify(feed)).toContain(JSON.stringify(story).slice(1, -1))
    }
  })

  test('members’ stories contain the public preview only', async () => {
    const items = parseJsonFeed((await read('/user/grace/feed.json')).text).items ?? []
    const textOf = (title: string) => items.find((item) => item.title === title)?.content_html
    expect(textOf('For members')).toBe('<p>Everyone sees this.</p>')
    expect(textOf('For members alone')).toBe('<p>What it is &lt;about&gt;.</p>')
  })
})

test.each(files)('hostile titles are preserved in %s', async (file) => {
  const { text } = await read(`/user/grace/${file}`)
  const titles =
    file === 'feed.xml'
      ? parseRssFeed(text).items?.map(({ title }) => title)
      : file === 'atom.xml'
        ? parseAtomFeed(text).entries?.map(({ title }) => title?.value)
        : parseJsonFeed(text).items?.map(({ title }) => title)
  for (const [what, title] of Object.entries(hostileTitles)) {
    const expected = file === 'feed.json' ? title : withoutXmlInvalid(title)
    expect(titles, what).toContain(expected.trim())
  }
  if (file !== 'feed.json') {
    const other = (await new Parser().parseString(text)).items.map(({ title }) => title)
    for (const title of Object.values(hostileTitles)) expect(other).toContain(withoutXmlInvalid(title).trim())
    expect(text).not.toContain('<script>alert(1)</script>'.replace('<', '\n<'))
  }
})

describe('a feed', () => {
  test('that is unchanged is a 304, and a changed one is fresh at once', async () => {
    const { response } = await read('/feed.xml')
    const etag = response.headers.get('etag') ?? ''
    expect((await read('/feed.xml', { headers: { 'if-none-match': etag } })).response.status).toBe(304)
    const story = await anArticle(database.db, author.id, { title: 'Hot off the press' })
    await notifyInvalidated(database.db, ['stories'])
    await expect.poll(async () => (await read('/feed.xml')).text, patiently).toContain('Hot off the press')
    await database.db.updateTable('article').set({ state: 'removed' }).where('id', '=', story.id).execute()
    await notifyInvalidated(database.db, ['stories'])
    await expect.poll(async () => (await read('/feed.xml')).text, patiently).not.toContain('Hot off the press')
  })

  test('is updated with the site’s name', async () => {
    await updateSetting(aCtx(database.db), 'name', 'Letters & more')
    await notifyInvalidated(database.db, ['settings'])
    await expect.poll(async () => parseRssFeed((await read('/feed.xml')).text).title, patiently).toBe('Letters & more')
  })

  test('of an unknown subject is not found', async () => {
    for (const path of [
      '/category/no/feed.xml',
      '/tag/no/atom.xml',
      '/user/no/feed.json',
      `/tag/${'x'.repeat(300)}/feed.xml`,
    ]) {
      const { response, text } = await read(path)
      expect(response.status, path).toBe(404)
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'not-found', message: 'Not found.' } })
    }
    const page = await read('/category/no/feed.xml', { headers: { accept: 'text/html' } })
    expect(page.response.status).toBe(404)
    expect(page.text).toContain('<!doctype html>')
  })

  test('of a person without stories is empty and valid', async () => {
    await aPerson(database.db, 'reader', { handle: 'quiet' })
    for (const file of files) {
      const { response, text } = await read(`/user/quiet/${file}`)
      expect(response.status).toBe(200)
      expect(parseFeed(text).feed).toBeTruthy()
    }
  })

  test('with a base path only has URLs below it', async () => {
    const based = await anApp(database, { SITE_URL: 'http://localhost:4999', BASE_URL: '/blog' })
    const text = await (await based.get('/blog/user/ada/feed.json')).text()
    const feed = parseJsonFeed(text)
    expect(feed.feed_url).toBe('http://localhost:4999/blog/user/ada/feed.json')
    expect(feed.items?.[0]?.content_html).toContain('src="http://localhost:4999/blog/art/hills-1-moss.svg"')
    expect(feed.items?.[0]?.content_html).toContain('href="http://localhost:4999/blog/story/other"')
    expect(text).not.toMatch(/http:\/\/localhost:4999\/(?!blog\/)/)
  })
})
