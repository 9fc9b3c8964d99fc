import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { type TestPerson, aPerson, aSession } from '#test/people.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Document } from '#contract/document/document.ts'
import { roles } from '#contract/endpoint.ts'
import type { SitePage, SitePageDraft, SitePageVersionCard } from '#contract/site-pages/site-pages.ts'
import { sitePageNames, sitePages } from '#contract/site-pages/names.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { listAudit } from '#server/audit/list.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { updateSetting } from '#server/settings/site.ts'
import { savePageDraft } from './drafts.ts'

let database: Database
let app: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})
// Each test starts with the default texts.
beforeEach(async () => {
  await database.db.deleteFrom('sitePageVersion').execute()
  await database.db.deleteFrom('sitePageDraft').execute()
  await database.db.deleteFrom('mediaUse').execute()
  await inTransaction(app.ctx, async (tx) => tx.invalidate(...sitePageNames.map((page) => `page:${page}` as const)))
  // It arrives from the database.
  const isDefault = async (page: string) => (await publicPage(page)).changedAt === null
  for (const page of sitePageNames) await vi.waitUntil(() => isDefault(page), patiently)
})

const textOf = (...texts: string[]): Document => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

type Fields = { title?: string; subtitle?: string; body?: Document }
type Reply<Body> = { status: number; body: Body & { error?: { code: string; details: Record<string, unknown> } } }

async function draftOf(page: string) {
  return ((await call(`GET /api/admin/pages/${page}`)) as unknown as Reply<SitePageDraft>).body
}

async function save(page: string, fields: Fields, { by = call, version = 0, key = newId() } = {}) {
  const current = version || (await draftOf(page)).version
  const reply = await by(`PUT /api/admin/pages/${page}/draft`, { ...fields, version: current, save: key })
  return reply as unknown as Reply<SitePageDraft>
}

async function publish(page: string, note = '') {
  const { version } = await draftOf(page)
  return (await call(`POST /api/admin/pages/${page}/publish`, { version, note })) as unknown as Reply<SitePageDraft>
}

async function publicPage(page: string) {
  return ((await (await clientOf(app, null))(`GET /api/pages/${page}`)) as unknown as Reply<SitePage>).body
}

async function versionsOf(page: string, query = '') {
  const { body } = await call(`GET /api/admin/pages/${page}/versions${query}`)
  return body as unknown as { items: SitePageVersionCard[]; next: string | null }
}

/** Two other admins who save the draft of the about page in turn. */
async function twoAdmins() {
  const clock = aClock()
  const people = [await aPerson(database.db, 'admin'), await aPerson(database.db, 'admin')]
  let turn = 0
  async function saveInTurn(times: number, ms: number) {
    for (const end = turn + times; turn < end;) {
      const viewer = people[turn % 2] ?? admin
      turn += 1
      const { version } = await draftOf('about')
      const ctx = { ...app.ctx, now: clock.now, viewer }
      await savePageDraft(ctx, 'about', { title: `Turn ${turn}`, version, save: newId() })
      clock.pass(ms)
    }
  }
  return { saveInTurn, clock }
}

const htmlOf = async (path: string, headers: Record<string, string> = {}) =>
  (await app.get(path, { headers: { accept: 'text/html', ...headers } })).text()

async function rename(name: string) {
  await inTransaction(app.ctx, (tx) => updateSetting(tx, 'name', name))
}

describe('the default text', () => {
  test.each(sitePageNames)(
    'of %s is shown with the name of the site until an admin publishes another',
    async (page) => {
      const shown = await publicPage(page)
      expect(shown).toMatchObject({ page, changedAt: null })
      expect(JSON.stringify(shown)).toContain('Bramble')
      expect(JSON.stringify(shown)).not.toContain('{site}')
      const html = await htmlOf(sitePages[page].path)
      expect(html).toContain(`<h1`)
      expect(html).toContain(shown.html)
      expect(html).not.toContain('Last changed')
      expect(await draftOf(page)).toMatchObject({ version: 1, changed: false, published: null, savedBy: null })
    },
  )

  test('shows a new name of the site, escaped', async () => {
    await htmlOf('/about')
    await rename('Rhubarb & <b>Co</b>')
    try {
      // From another process: it arrives from the database.
      const titled = { title: 'About Rhubarb & <b>Co</b>' }
      await expect.poll(() => publicPage('about'), patiently).toMatchObject(titled)
      const { html } = await publicPage('about')
      expect(html).toContain('<p>Rhubarb &amp; &lt;b&gt;Co&lt;/b&gt; is for writing')
      const page = await htmlOf('/about')
      expect(page).toContain('Rhubarb &amp; &lt;b&gt;Co&lt;/b&gt; is for writing')
      expect(page).toContain('<title>About Rhubarb &amp; &lt;b&gt;Co&lt;/b&gt;</title>')
    } finally {
      await rename('Bramble')
      await expect.poll(() => publicPage('about'), patiently).toMatchObject({ title: 'About Bramble' })
    }
  })
})

test('a name of the site with a replacement pattern is shown as it is, also in the list of pages', async () => {
  await rename('Cash $& Co')
  try {
    await expect.poll(() => publicPage('about'), patiently).toMatchObject({ title: 'About Cash $& Co' })
    const { cookie } = await aSession(database.db, admin, app.ctx)
    expect(await htmlOf('/admin/settings/pages', { cookie })).toContain('>About Cash $&amp; Co</p>')
  } finally {
    await rename('Bramble')
    await expect.poll(() => publicPage('about'), patiently).toMatchObject({ title: 'About Bramble' })
  }
})

describe('a draft', () => {
  test('is seen by admins alone', async () => {
    await save('about', { body: textOf('A secret plan') })
    expect((await publicPage('about')).html).not.toContain('secret')
    expect(await htmlOf('/about')).not.toContain('secret')
    const preview = (await call('GET /api/admin/pages/about/preview')) as unknown as Reply<SitePage>
    expect(preview.body.html).toBe('<p>A secret plan</p>')
    for (const role of roles.filter((one) => one !== 'admin')) {
      const other = await clientOf(app, await aPerson(database.db, role))
      for (const key of [
        'GET /api/admin/pages',
        'GET /api/admin/pages/about',
        'GET /api/admin/pages/about/preview',
        'GET /api/admin/pages/about/versions',
      ])
        expect((await other(key)).status, `${role}: ${key}`).toBe(403)
      const session = await aSession(database.db, await aPerson(database.db, role), app.ctx)
      for (const path of ['', '/about', '/about/preview'])
        expect((await app.get(`/admin/settings/pages${path}`, { headers: { cookie: session.cookie } })).status).toBe(
          404,
        )
    }
  })

  test('is saved once when the request is repeated after a lost reply', async () => {
    const first = await save('terms', { title: 'Rules' }, { version: 1, key: 'same' })
    const second = await save('terms', { title: 'Rules' }, { version: 1, key: 'same' })
    expect(first.body).toMatchObject({ version: 2, changed: true })
    expect(second.body).toEqual(first.body)
  })

  test('is not overwritten by a save that is based on an older version, also when both are the first', async () => {
    const other = await aPerson(database.db, 'admin', { name: 'Other Admin' })
    const asOther = await clientOf(app, other)
    const results = await Promise.all([
      save('about', { title: 'Mine' }, { version: 1 }),
      save('about', { title: 'Theirs' }, { version: 1, by: asOther }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = await save('about', { title: 'Late' }, { version: 1 })
    const winner = results[0].status === 200 ? admin : other
    const details = { version: 2, savedBy: { id: winner.id, name: winner.name } }
    expect(late.body.error).toMatchObject({ code: 'version-conflict', details })
  })

  test('of another admin stays as a version when it is changed', async () => {
    const asOther = await clientOf(app, await aPerson(database.db, 'admin', { name: 'First Writer' }))
    await save('about', { body: textOf('Their words') }, { by: asOther })
    await save('about', { body: textOf('My words') })
    await save('about', { body: textOf('My words, again') })
    const { items } = await versionsOf('about')
    expect(items).toMatchObject([{ kind: 'saved', savedBy: { name: 'First Writer' } }])
  })

  test('that two admins change in turn is kept at most every five minutes', async () => {
    const { saveInTurn, clock } = await twoAdmins()
    await saveInTurn(6, MINUTE_MS / 2)
    expect((await versionsOf('about')).items).toMatchObject([{ kind: 'saved', title: 'Turn 1' }])
    clock.pass(5 * MINUTE_MS)
    await saveInTurn(1, 0)
    expect((await versionsOf('about')).items).toMatchObject([{ title: 'Turn 6' }, { title: 'Turn 1' }])
  })

  test('must be a document of known blocks, with safe links', async () => {
    const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } }
    const unsafe = { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }
    for (const body of [{ type: 'doc', content: [{ type: 'script' }] }, { type: 'doc', content: [unsafe] }, 'text'])
      expect((await call('PUT /api/admin/pages/about/draft', { version: 1, save: newId(), body })).status).toBe(400)
    expect((await save('about', { title: 'x'.repeat(201) })).status).toBe(400)
    expect((await call('GET /api/admin/pages/imprint')).status).toBe(400)
    const { html } = (await call('GET /api/admin/pages/about/preview')).body as unknown as SitePage
    expect(html).not.toContain('script')
  })
})

describe('publishing', () => {
  test('shows the text to everyone at once, in every process, with the date of the change', async () => {
    const second = await anApp(database)
    const cookie = (await aSession(database.db, await aPerson(database.db), app.ctx)).cookie
    for (const headers of [{}, { cookie }]) await htmlOf('/privacypolicy', headers)
    await (await second.get('/privacypolicy')).text()
    await save('privacy', { title: 'Privacy', subtitle: 'At {site}.', body: textOf('We at {site} count nothing <b>.') })
    const { body } = await publish('privacy', 'Shorter')
    expect(body).toMatchObject({ changed: false, published: { by: { id: admin.id } } })
    for (const headers of [{}, { cookie }]) {
      const html = await htmlOf('/privacypolicy', headers)
      expect(html).toContain('<p>We at Bramble count nothing &lt;b&gt;.</p>')
      expect(html).toMatch(/Last changed on <time[^>]*>\d+ \w+ \d{4}<\/time>/)
      expect(html).toContain('<title>Privacy · Bramble</title>')
      expect(html).toContain('<meta name="description" content="At Bramble."')
    }
    await expect.poll(async () => (await second.get('/privacypolicy')).text(), patiently).toContain('count nothing')
    // The about page has no date.
    await save('about', { title: 'About us' })
    await publish('about')
    expect(await htmlOf('/about')).not.toContain('Last changed')
  })

  test('is refused for a version that is not the latest, and for a page without a title or text', async () => {
    await save('about', { title: 'One' })
    const stale = await call('POST /api/admin/pages/about/publish', { version: 1 })
    expect(stale.body.error).toMatchObject({ code: 'version-conflict' })
    await save('about', { title: ' ' })
    expect((await publish('about')).body.error).toMatchObject({ code: 'not-ready', details: { missing: ['title'] } })
    await save('about', { title: 'One', body: { type: 'doc', content: [{ type: 'paragraph' }] } })
    expect((await publish('about')).body.error).toMatchObject({ code: 'not-ready', details: { missing: ['text'] } })
    expect(await publicPage('about')).toMatchObject({ title: 'About Bramble' })
  })

  test('twice makes one version, and is in the audit log without the text', async () => {
    await save('terms', { body: textOf('Be kind.') })
    await publish('terms', 'Kinder')
    await publish('terms', 'Kinder')
    expect((await versionsOf('terms')).items).toMatchObject([
      { kind: 'published', note: 'Kinder', savedBy: { id: admin.id } },
    ])
    const { items } = await listAudit(app.ctx, { target: 'page:terms', limit: 10 })
    const published = items.find(({ action }) => action === 'page.published')
    expect(published).toMatchObject({ reason: 'Kinder', target: { name: 'Terms and conditions' } })
    expect(JSON.stringify(items)).not.toContain('Be kind')
  })

  test('changes the date in the sitemap', async () => {
    const sitemap = async () => (await app.get('/sitemaps/pages.xml')).text()
    expect(await sitemap()).toContain('/about</loc></url>')
    await save('about', { title: 'About us' })
    await publish('about')
    expect(await sitemap()).toMatch(/\/about<\/loc><lastmod>[^<]+<\/lastmod>/)
  })
})

describe('versions', () => {
  test('are listed, read, viewed and restored into the draft, which keeps what it replaces', async () => {
    await save('about', { title: 'First', body: textOf('First text') })
    await publish('about', 'The first')
    await save('about', { title: 'Second', body: textOf('Second text') })
    await publish('about')
    await save('about', { body: textOf('Unfinished') })
    const { items } = await versionsOf('about')
    expect(items.map(({ title, kind }) => `${title} ${kind}`)).toEqual(['Second published', 'First published'])
    const first = items[1]?.id ?? ''
    expect((await call(`GET /api/admin/pages/about/versions/${first}`)).body).toMatchObject({
      body: textOf('First text'),
    })
    const viewed = await call(`GET /api/admin/pages/about/preview?version=${first}`)
    expect(viewed.body).toMatchObject({ title: 'First', html: '<p>First text</p>' })
    // A version belongs to one page.
    expect((await call(`GET /api/admin/pages/terms/versions/${first}`)).status).toBe(404)

    const restore = (version: number) => call(`POST /api/admin/pages/about/versions/${first}/restore`, { version })
    expect((await restore(2)).body.error).toMatchObject({ code: 'version-conflict' })
    const { version } = await draftOf('about')
    expect((await restore(version)).body).toMatchObject({ title: 'First', changed: true, version: version + 1 })
    expect(await publicPage('about')).toMatchObject({ title: 'Second' })
    const [kept] = (await versionsOf('about')).items
    expect(kept).toMatchObject({ kind: 'saved' })
    expect((await call(`GET /api/admin/pages/about/versions/${kept?.id}`)).body).toMatchObject({
      body: textOf('Unfinished'),
    })
    await publish('about')
    expect(await publicPage('about')).toMatchObject({ title: 'First', html: '<p>First text</p>' })
  })

  test('that a restore or a reset replaced stay, however often two admins change the draft in turn', async () => {
    const { saveInTurn } = await twoAdmins()
    await save('about', { title: 'Published' })
    await publish('about')
    const [published] = (await versionsOf('about')).items
    await save('about', { title: 'Before the restore' })
    const restore = `POST /api/admin/pages/about/versions/${published?.id}/restore`
    await call(restore, { version: (await draftOf('about')).version })
    await save('about', { title: 'Before the reset' })
    await call('POST /api/admin/pages/about/reset', { version: (await draftOf('about')).version })
    await saveInTurn(60, 6 * MINUTE_MS)
    const { next } = await versionsOf('about', '?limit=50')
    const { items } = await versionsOf('about', `?limit=50&before=${encodeURIComponent(next ?? '')}`)
    expect(items).toMatchObject([
      { kind: 'saved', title: 'Before the reset', note: 'Replaced by the default text' },
      { kind: 'saved', title: 'Before the restore', note: 'Replaced by an earlier version' },
      { kind: 'published', title: 'Published' },
    ])
  })

  test('come in pages, newest first', async () => {
    for (const title of ['One', 'Two', 'Three']) {
      await save('terms', { title })
      await publish('terms')
    }
    const first = await versionsOf('terms', '?limit=2')
    expect(first.items.map(({ title }) => title)).toEqual(['Three', 'Two'])
    const second = await versionsOf('terms', `?limit=2&before=${encodeURIComponent(first.next ?? '')}`)
    expect(second).toMatchObject({ items: [{ title: 'One' }], next: null })
  })

  test('include the default text, to which the draft can be reset', async () => {
    await save('privacy', { title: 'Ours' })
    await publish('privacy')
    const { version } = await draftOf('privacy')
    const { body } = await call('POST /api/admin/pages/privacy/reset', { version })
    expect(body).toMatchObject({ title: 'Privacy policy', changed: true })
    expect(await publicPage('privacy')).toMatchObject({ title: 'Ours' })
    await publish('privacy')
    expect(await publicPage('privacy')).toMatchObject({ title: 'Privacy policy' })
    const { items } = await listAudit(app.ctx, { target: 'page:privacy', limit: 10 })
    expect(items.map(({ action }) => action).slice(0, 3)).toEqual([
      'page.published',
      'page.draft-reset',
      'page.published',
    ])
  })

  test('stay when the admin who published them deletes their account', async () => {
    const leaving = await aPerson(database.db, 'admin', { name: 'Leaving Admin' })
    const asLeaving = await clientOf(app, leaving)
    await save('about', { title: 'Theirs' }, { by: asLeaving })
    await asLeaving('POST /api/admin/pages/about/publish', { version: 2 })
    await deleteAccount(app.ctx, leaving.uid)
    expect(await publicPage('about')).toMatchObject({ title: 'Theirs' })
    expect(JSON.stringify(await versionsOf('about'))).not.toContain('Leaving Admin')
  })
})

describe('a picture of a page', () => {
  async function aPicture(alt: string) {
    const id = newId()
    const columns = { blob: newId(), name: 'gate.jpg', type: 'image/jpeg', size: 10, width: 800, height: 600 }
    await database.db
      .insertInto('media')
      .values({ id, ownerId: admin.id, kind: 'picture', state: 'ready', alt, ...columns, ...times() })
      .execute()
    return id
  }
  const times = () => ({ createdAt: new Date(), updatedAt: new Date() })
  const withPicture = (media: string): Document => ({
    type: 'doc',
    content: [...textOf('With a picture').content, { type: 'image', attrs: { media, alt: 'A gate', src: '' } }],
  })
  const uses = () => database.db.selectFrom('mediaUse').select(['mediaId', 'kind', 'ref']).execute()

  test('that was deleted does not keep the draft from being saved', async () => {
    const media = await aPicture('A gate')
    await save('terms', { body: withPicture(media) })
    await call(`DELETE /api/media/${media}?evenIfUsed=yes`)
    expect(await draftOf('terms')).toMatchObject({ body: textOf('With a picture') })
    expect((await save('terms', { title: 'Terms' })).status).toBe(200)
  })

  test('is in use while the draft or the published text has it, and leaves the page when it is deleted', async () => {
    const media = await aPicture('A gate')
    await save('about', { body: withPicture(media) })
    expect(await uses()).toEqual([{ mediaId: media, kind: 'page', ref: 'about' }])
    await publish('about')
    expect(await htmlOf('/about')).toContain(`/media/${media}`)
    await save('about', { body: textOf('Without') })
    // Readers still see it.
    expect(await uses()).toHaveLength(1)
    const refused = await call(`DELETE /api/media/${media}`)
    expect(refused.body.error).toMatchObject({
      code: 'in-use',
      details: { uses: [{ title: 'About', address: '/about' }] },
    })
    expect((await call(`DELETE /api/media/${media}?evenIfUsed=yes`)).status).toBe(200)
    const html = await htmlOf('/about')
    expect(html).not.toContain(`/media/${media}`)
    expect(html).toContain('With a picture')
    const [version] = (await versionsOf('about')).items
    const restored = await call(`POST /api/admin/pages/about/versions/${version?.id}/restore`, {
      version: (await draftOf('about')).version,
    })
    expect(restored.body).toMatchObject({ body: textOf('With a picture') })
  })
})
