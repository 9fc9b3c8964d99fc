import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { makeMember } from '#test/membership.ts'
import { type TestPerson, aPerson, signedIn } from '#test/people.ts'
import { aPhotoFile, anObject } from '#test/pictures.ts'
import { DAY_MS } from '#contract/constants.ts'
import { listAudit } from '#server/audit/list.ts'
import { deleteMedia } from '#server/media/delete-media.ts'
import { ingestUpload, replaceMedia } from '#server/media/ingest.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

let database: Database
let app: TestApp
let other: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  // Two processes on one database.
  app = await anApp(database)
  other = await anApp(database)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})
afterEach(async () => {
  const { body } = await call('GET /api/admin/settings')
  await call('PATCH /api/admin/settings', {
    changes: { ...Object(body['defaults']), logo: null, icon: null },
    versions: body['versions'],
  })
})

async function versionOf(key: string): Promise<number> {
  return Object((await call('GET /api/admin/settings')).body['versions'])[key]
}

/** Changes settings that no one else is changing. */
async function change(changes: Record<string, unknown>) {
  const { body } = await call('GET /api/admin/settings')
  return call('PATCH /api/admin/settings', { changes, versions: body['versions'] })
}

const audited = async () => {
  const { items } = await listAudit({ ...app.ctx, viewer: admin }, { action: 'setting.changed', limit: 1 })
  return items[0]
}
const html = async (path = '/', from = app) => (await from.get(path)).text()

describe('a change', () => {
  test('is shown by every process within a second, and recorded', async () => {
    expect(await html('/about', other)).toContain('Bramble')
    expect((await change({ name: 'The Hedge' })).status).toBe(200)
    expect(await html('/about')).toContain('The Hedge')
    await expect.poll(() => html('/about', other), { timeout: 1000 }).toContain('The Hedge')
    expect(await audited()).toMatchObject({
      target: { kind: 'setting', id: 'name' },
      before: { value: 'Bramble' },
      after: { value: 'The Hedge' },
    })
  })

  test('of a setting that another admin has changed is refused as a whole', async () => {
    const name = await versionOf('name')
    const tagline = await versionOf('tagline')
    await change({ name: 'Theirs' })
    const late = { changes: { name: 'Mine', tagline: 'Mine too' }, versions: { name, tagline } }
    const refused = await call('PATCH /api/admin/settings', late)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'version-conflict', details: { keys: ['name'] } } },
    })
    const { values } = (await call('GET /api/admin/settings')).body
    expect(values).toMatchObject({ name: 'Theirs', tagline: 'A place to publish and read stories' })
    // Other settings are free.
    expect(
      (await call('PATCH /api/admin/settings', { changes: { tagline: 'Mine' }, versions: { tagline } })).status,
    ).toBe(200)
  })

  test('of two at the same time, one is refused', async () => {
    const versions = { 'signUp.mode': await versionOf('signUp.mode') }
    const answers = await Promise.all(
      ['closed', 'invitation'].map((mode) =>
        call('PATCH /api/admin/settings', { changes: { 'signUp.mode': mode }, versions }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(61)],
    ['accent', 'green'],
    ['accent', '#86efac'],
    ['navigation', [{ name: 'Elsewhere', to: 'javascript:alert(1)' }]],
    ['navigation', [{ name: 'Elsewhere', to: '//example.org' }]],
    ['navigation', Array.from({ length: 9 }, () => ({ name: 'Latest', to: '/latest' }))],
    ['footer', { text: 'x'.repeat(301), links: null }],
    ['socialCards', { covers: true, account: 'no at', picture: null }],
    ['switchedOff', ['everything']],
    ['signUp.domains', ['not a domain']],
    ['authorAfter', -1],
    ['logo', 'A1B2C3D4E5F6G7H8I9J0'],
    ['colour', 'green'],
  ])('of %s to %j is refused, and nothing changes', async (key, value) => {
    const before = (await call('GET /api/admin/settings')).body
    const answer = await change({ [key]: value })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
    expect((await call('GET /api/admin/settings')).body).toEqual(before)
  })
})

describe('a picture', () => {
  const aPhoto = async (size = 600) =>
    ingestUpload(
      { ...app.ctx, viewer: admin },
      { object: await anObject(app.ctx, admin, await aPhotoFile(size, size)), name: 'Mark', alt: '' },
    )

  test('becomes the logo and the icons, until it is deleted from the library', async () => {
    const { id } = await aPhoto()
    await change({ logo: id, icon: id })
    const page = await html()
    expect(page).toMatch(new RegExp(`<img[^>]*src="/media/${id}-`))
    const icon = /<link rel="icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
    const answer = await app.get(icon)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(icon).toContain(`/site-icon/${id}-`)
    const manifest = Object(await (await app.get('/site.webmanifest')).json())
    for (const { src } of manifest.icons) expect((await app.get(src)).status).toBe(200)
    await expect(deleteMedia({ ...app.ctx, viewer: admin }, id, false)).rejects.toMatchObject({ code: 'in-use' })
    await deleteMedia({ ...app.ctx, viewer: admin }, id, true)
    expect((await call('GET /api/admin/settings')).body['values']).toMatchObject({ logo: null, icon: null })
    expect(await html()).toContain('/favicon.svg')
    expect((await app.get(icon.replace('icon-48', 'apple-touch-icon'))).status).toBe(404)
  })

  test('has a new address when it is replaced in the library', async () => {
    const { id } = await aPhoto()
    await change({ icon: id })
    const address = async () => (await html()).match(/site-icon\/[\w-]+/)?.[0]
    const before = await address()
    const object = await anObject(app.ctx, admin, await aPhotoFile(700, 700))
    await replaceMedia({ ...app.ctx, viewer: admin }, id, { object })
    // The app hears of it from the database.
    await expect.poll(address, patiently).not.toBe(before)
    expect(await address()).toBeDefined()
  })
})

describe('the accent', () => {
  test('is a style sheet that browsers can cache forever', async () => {
    expect(await html()).not.toContain('/theme/')
    await change({ accent: '#7c2d12' })
    expect(await html()).toContain('<link rel="stylesheet" href="/theme/7c2d12.css">')
    const sheet = await app.get('/theme/7c2d12.css')
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    expect(await sheet.text()).toMatch(/^:root\{--color-primary-50:#[0-9a-f]{6};.*--color-primary-700:#7c2d12;/)
  })

  test.each(['/theme/86efac.css', '/theme/green.css', '/theme/7c2d12', '/theme/7C2D12.css'])(
    'has no style sheet at %s',
    async (path) => {
      expect((await app.get(path)).status).toBe(404)
    },
  )
})

describe('a part that is switched off', () => {
  test('refuses its endpoints, and pages leave it out', async () => {
    const { id, slug } = await anArticle(database.db, admin.id, { publishedAt: new Date() })
    const respond = () => call(`POST /api/stories/${id}/responses`, { text: 'Good.', parent: null })
    expect((await respond()).status).toBe(200)
    expect(await html(`/story/${slug}`)).toContain('application/json+oembed')
    await change({ switchedOff: ['responses', 'feeds', 'embeds', 'indexing'] })

    expect(await respond()).toMatchObject({ status: 404, body: { error: { code: 'feature-off' } } })
    const story = await html(`/story/${slug}`)
    expect(story).not.toContain('Good.')
    expect(story).not.toContain('oembed')
    expect(story).toContain('<meta name="robots" content="noindex">')
    expect(await html('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
    const home = await html()
    expect(home).not.toContain('feed.xml')
    expect((await app.get('/feed.xml')).status).toBe(404)
    expect((await app.get(`/oembed?url=${encodeURIComponent(`${app.url}/story/${slug}`)}`)).status).toBe(404)

    await change({ switchedOff: [] })
    expect(await html(`/story/${slug}`)).toContain('Good.')
    expect((await app.get('/feed.xml')).status).toBe(200)
    expect(await html('/robots.txt')).toContain('Sitemap: ')
  })

  test('sells nothing and has no links, also in navigation that an admin has chosen', async () => {
    const cookie = await signedIn(database.db, admin)
    const status = async (path: string) => (await app.get(path, { headers: { cookie } })).status
    const paths = ['/membership', '/billing/success', '/berrybasket']
    const links = async () =>
      [...(await html('/about')).matchAll(/href="(\/membership|\/berrybasket)"/g)].map(([, to]) => to)
    expect(new Set(await links())).toEqual(new Set(['/membership', '/berrybasket']))
    expect(await Promise.all(paths.map(status))).toEqual([200, 200, 200])

    await change({ switchedOff: ['membership'] })
    expect(await Promise.all(paths.map(status))).toEqual([200, 404, 200])
    // Gifts and seats are still used there.
    const visited = await html('/membership')
    expect(visited).toContain('Memberships are not on sale right now')
    expect(visited).toContain('<meta name="robots" content="noindex">')
    expect(new Set(await links())).toEqual(new Set(['/berrybasket']))
    const member = await aPerson(database.db)
    await makeMember(database.db, member.id)
    const own = await app.get('/membership', { headers: { cookie: await signedIn(database.db, member) } })
    expect(own.status).toBe(200)
    expect(await own.text()).toContain('Memberships are not on sale right now')

    // Members still pay while nothing is sold.
    const gift = { plan: newId(), request: newId() }
    const membership = [
      [404, 'GET', ''],
      [404, 'POST', '/checkout', gift],
      [404, 'POST', '/gifts/checkout', gift],
      [404, 'POST', '/switch', { plan: newId() }],
      [404, 'POST', '/seats', { email: 'ada@example.com' }],
      [200, 'GET', '/own'],
      [200, 'GET', '/receipts'],
      [200, 'GET', '/seats'],
      [409, 'POST', '/portal'],
      [409, 'POST', '/cancel', {}],
    ] as const
    for (const [expected, method, path, body] of membership) {
      const answer = await call(`${method} /api/membership${path}`, body)
      expect(answer.status, `${method} ${path}`).toBe(expected)
      if (expected === 404) expect(answer.body).toMatchObject({ error: { code: 'feature-off' } })
    }

    const chosen = [
      { name: 'Join', to: '/membership' },
      { name: 'Latest', to: '/latest' },
    ]
    await change({ switchedOff: ['membership', 'berries'], navigation: chosen })
    expect(await Promise.all(paths.map(status))).toEqual([200, 404, 404])
    expect(await links()).toEqual([])
    expect(await html('/about')).toContain('Latest')

    await change({ switchedOff: [] })
    expect(await links()).toContain('/membership')
    expect(await html('/membership')).not.toContain('noindex')
    expect(await Promise.all(paths.map(status))).toEqual([200, 200, 200])
  })
})

describe('responses', () => {
  test('close after some days', async () => {
    const old = await anArticle(database.db, admin.id, { publishedAt: new Date(Date.now() - 8 * DAY_MS) })
    const fresh = await anArticle(database.db, admin.id, { publishedAt: new Date(Date.now() - 6 * DAY_MS) })
    const respond = async (id: string) =>
      (await call(`POST /api/stories/${id}/responses`, { text: 'Good.', parent: null })).status
    await change({ 'responses.closeAfterDays': 7 })
    expect([await respond(old.id), await respond(fresh.id)]).toEqual([403, 200])
    expect((await call(`GET /api/stories/${old.id}`)).body).toMatchObject({ takesResponses: false })
    await change({ 'responses.closeAfterDays': 0 })
    expect(await respond(old.id)).toBe(200)
  })

  test('are off on new stories if the site says so', async () => {
    await change({ 'responses.onNewStories': false })
    const { body } = await call('POST /api/articles', { id: 'NewStoryWithout00001', save: 'one' })
    expect(body).toMatchObject({ takesResponses: false })
  })
})

test('stories by authors can need a review, as those of readers do', async () => {
  const author = await clientOf(app, await aPerson(database.db, 'author'))
  const { body } = await author('POST /api/articles', { id: 'StoryOfAnAuthor00001', save: 'one', title: 'A hedge' })
  expect(body['can']).toContain('publish')
  expect((await author('GET /api/articles/new')).body['can']).toEqual(body['can'])
  await change({ 'review.authorsPublish': false })
  const { body: later } = await author('GET /api/articles/StoryOfAnAuthor00001')
  expect(later['can']).not.toContain('publish')
  expect(later['can']).toContain('submit')
  expect((await author('GET /api/articles/new')).body['can']).toEqual(later['can'])
  const refused = await author('POST /api/articles/StoryOfAnAuthor00001/moves', { move: 'publish' })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not-allowed' } } })
})

test('links, footer and the account on X are on every page', async () => {
  await change({
    navigation: [{ name: 'Our shop', to: 'https://shop.example' }],
    footer: { text: 'Made by hand', links: [{ name: 'Write to us', to: 'mailto:us@example.org' }] },
    socialCards: { covers: false, account: '@hedge', picture: null },
  })
  const page = await html()
  expect(page).toContain('href="https://shop.example"')
  expect(page).not.toContain('>Creators</a>')
  expect(page).toContain('Made by hand')
  expect(page).toContain('href="mailto:us@example.org"')
  expect(page).toContain('<meta name="twitter:site" content="@hedge">')
  expect((await app.get('/cards/site.png')).headers.get('content-type')).toBe('image/png')
})
