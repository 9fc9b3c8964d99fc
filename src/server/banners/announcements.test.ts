import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aClock } from '#test/clock.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import { type Announcement, AnnouncementFields } from '#contract/banners.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { type Role, roles } from '#contract/endpoint.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { listAudit } from '#server/audit/list.ts'
import { createCachedValue } from '#server/platform/cache/cached-value.ts'
import { endGrant, grantMembership, refreshEntitlements } from '#server/membership/entitlement.ts'
import type { Database } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createBannerClock } from './banner-clock.ts'
import { type EnabledAnnouncements, announcementTags, getAnnouncements } from './current-announcements.ts'
import { createAnnouncement, purgeDeletedAnnouncements, updateAnnouncement } from './manage-announcements.ts'

let database: Database
let app: TestApp
let editor: TestPerson
let asEditor: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  editor = await aPerson(database.db, 'editor')
  asEditor = await clientOf(app, editor)
})
// Each test decides what is shown.
beforeEach(async () => {
  for (const { id } of await database.db
    .selectFrom('announcement')
    .select('id')
    .where('deletedAt', 'is', null)
    .execute())
    await asEditor(`DELETE /api/admin/announcements/${id}`)
})

const plain: AnnouncementFields = {
  text: 'The server moves on Sunday',
  tone: 'info',
  audience: 'everyone',
  startsAt: null,
  endsAt: null,
  priority: 0,
  dismissible: true,
  action: null,
  enabled: true,
}

async function anAnnouncement(fields: Partial<AnnouncementFields> = {}) {
  const { status, body } = await asEditor('POST /api/admin/announcements', { ...plain, ...fields })
  expect(status).toBe(200)
  return body as unknown as { id: string; version: number; revision: number }
}

const textsOf = async (call: Call) => {
  const { body } = await call('GET /api/announcements')
  return (body as unknown as Announcement[]).map(({ text }) => text)
}
const asVisitor = () => clientOf(app, null)
const asRole = async (role: Role) => clientOf(app, await aPerson(database.db, role))
const giveMonth = ({ id }: TestPerson) =>
  inTransaction(app.ctx, (tx) =>
    grantMembership(tx, { personId: id, months: 1, source: 'admin', cause: `announcement:${id}` }),
  )
const takeBack = ({ id }: TestPerson) => inTransaction(app.ctx, (tx) => endGrant(tx, `announcement:${id}`))
const later = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('an announcement is shown', () => {
  test.each([
    ['everyone', ['visitor', ...roles]],
    ['visitors', ['visitor']],
    ['signed-in', roles],
    ['author', ['author', 'editor', 'admin']],
    ['editor', ['editor', 'admin']],
    ['admin', ['admin']],
  ] as const)('to the audience %s: %j', async (audience, expected) => {
    await anAnnouncement({ audience })
    const seen: string[] = (await textsOf(await asVisitor())).length > 0 ? ['visitor'] : []
    for (const role of roles) if ((await textsOf(await asRole(role))).length > 0) seen.push(role)
    expect(seen).toEqual(expected)
  })

  test('to members, as long as they are', async () => {
    const { id, revision } = await anAnnouncement({ text: 'For members', audience: 'members' })
    const [member, author] = [await aPerson(database.db), await aPerson(database.db, 'author')]
    const [asMember, asAuthor] = [await clientOf(app, member), await clientOf(app, author)]
    const callers = [asMember, asAuthor, await asVisitor()]
    const seen = () => Promise.all(callers.map(textsOf))
    expect(await seen()).toEqual([[], [], []])
    await giveMonth(member)
    expect(await seen()).toEqual([['For members'], [], []])
    const dismiss = async (call: Call) => (await call(`PUT /api/announcements/${id}/dismissal`, { revision })).status
    expect(await dismiss(asAuthor)).toBe(404)
    await takeBack(member)
    expect(await seen()).toEqual([[], [], []])
    expect(await dismiss(asMember)).toBe(404)
    await giveMonth(author)
    expect(await dismiss(asAuthor)).toBe(200)
    expect(await seen()).toEqual([[], [], []])
  })

  test('by priority, then the newest first, and only while it is enabled', async () => {
    await anAnnouncement({ text: 'Old' })
    await anAnnouncement({ text: 'New' })
    await anAnnouncement({ text: 'Urgent', priority: 10 })
    await anAnnouncement({ text: 'Draft', priority: 100, enabled: false })
    expect(await textsOf(await asVisitor())).toEqual(['Urgent', 'New', 'Old'])
  })

  test('from its start until its end', async () => {
    const time = aClock()
    const ctx = as(database.db, editor, { now: time.now })
    await createAnnouncement(ctx, { ...plain, startsAt: later(HOUR_MS), endsAt: later(2 * HOUR_MS) })
    const enabled: EnabledAnnouncements = createCachedValue(announcementTags)
    const shown = async () => (await getAnnouncements(ctx, enabled)).length
    // Read once: the schedule applies also to what is in memory.
    enabled.setListening(true)
    expect(await shown()).toBe(0)
    time.pass(HOUR_MS + MINUTE_MS)
    expect(await shown()).toBe(1)
    time.pass(HOUR_MS)
    expect(await shown()).toBe(0)
  })
})

describe('a dismissal', () => {
  test('belongs to one person and one text', async () => {
    const { id, version, revision } = await anAnnouncement()
    const [one, other] = [await asRole('reader'), await asRole('reader')]
    expect((await one(`PUT /api/announcements/${id}/dismissal`, { revision })).status).toBe(200)
    expect(await textsOf(one)).toEqual([])
    expect(await textsOf(other)).toEqual([plain.text])
    const changed = await asEditor(`PUT /api/admin/announcements/${id}`, { ...plain, priority: 5, version })
    expect(changed.body).toMatchObject({ revision, version: version + 1 })
    expect(await textsOf(one)).toEqual([])
    const rewritten = await asEditor(`PUT /api/admin/announcements/${id}`, {
      ...plain,
      text: 'On Monday',
      version: version + 1,
    })
    expect(rewritten.body).toMatchObject({ revision: revision + 1 })
    expect(await textsOf(one)).toEqual(['On Monday'])
  })

  test('shows the next announcement', async () => {
    await anAnnouncement({ text: 'Second' })
    const { id, revision } = await anAnnouncement({ text: 'First', priority: 1 })
    const call = await asRole('author')
    expect(await textsOf(call)).toEqual(['First', 'Second'])
    await call(`PUT /api/announcements/${id}/dismissal`, { revision })
    expect(await textsOf(call)).toEqual(['Second'])
  })

  test('is refused for what cannot be dismissed, is for others, or is not there, and for visitors', async () => {
    const reader = await asRole('reader')
    const fixed = await anAnnouncement({ dismissible: false })
    const foreign = await anAnnouncement({ audience: 'editor' })
    for (const { id } of [fixed, foreign, { id: 'a'.repeat(20) }])
      expect((await reader(`PUT /api/announcements/${id}/dismissal`, { revision: 1 })).status).toBe(404)
    const visitor = await asVisitor()
    expect((await visitor(`PUT /api/announcements/${fixed.id}/dismissal`, { revision: 1 })).status).toBe(401)
    // A revision that does not exist yet must not hide a later text.
    const { id, version } = await anAnnouncement({ text: 'One' })
    await reader(`PUT /api/announcements/${id}/dismissal`, { revision: 99 })
    await asEditor(`PUT /api/admin/announcements/${id}`, { ...plain, text: 'Two', version })
    expect(await textsOf(reader)).toContain('Two')
  })

  test('is deleted with the account', async () => {
    const { id, revision } = await anAnnouncement()
    const person = await aPerson(database.db)
    await (
      await clientOf(app, person)
    )(`PUT /api/announcements/${id}/dismissal`, { revision })
    const rows = () =>
      database.db.selectFrom('announcementDismissal').selectAll().where('personId', '=', person.id).execute()
    expect(await rows()).toHaveLength(1)
    await deleteAccount(app.ctx, person.uid)
    expect(await rows()).toEqual([])
  })
})

describe('editors', () => {
  test('filter and search the list, which shows the state of each', async () => {
    await anAnnouncement({ text: 'Running zebra' })
    await anAnnouncement({ text: 'Coming zebra', startsAt: later(DAY_MS), audience: 'visitors' })
    await anAnnouncement({ text: 'Past zebra', endsAt: later(-DAY_MS) })
    await anAnnouncement({ text: 'Unfinished zebra', enabled: false })
    const list = async (query: string) => {
      const { body } = await asEditor(`GET /api/admin/announcements?${query}`)
      return (body['items'] as { text: string; state: string }[]).map(({ text, state }) => `${text}: ${state}`)
    }
    expect(await list('q=zebra')).toEqual([
      'Unfinished zebra: draft',
      'Past zebra: ended',
      'Coming zebra: scheduled',
      'Running zebra: live',
    ])
    for (const state of ['draft', 'ended', 'scheduled', 'live'])
      expect(await list(`q=zebra&state=${state}`)).toEqual([expect.stringContaining(`: ${state}`)])
    expect(await list('audience=visitors')).toEqual(['Coming zebra: scheduled'])
    expect(await list('q=past')).toEqual(['Past zebra: ended'])
  })

  test('keep what they wrote when the announcement was changed meanwhile', async () => {
    const { id, version } = await anAnnouncement()
    await asEditor(`PUT /api/admin/announcements/${id}`, { ...plain, text: 'Mine', version })
    const { status, body } = await asEditor(`PUT /api/admin/announcements/${id}`, { ...plain, text: 'Yours', version })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'version-conflict', details: { current: { text: 'Mine' } } })
  })

  test('duplicate as a draft, delete and restore, and all of it is in the audit log', async () => {
    const { id } = await anAnnouncement({ text: 'To copy', action: { label: 'More', link: '/about' } })
    const copy = (await asEditor(`POST /api/admin/announcements/${id}/duplicate`)).body
    expect(copy).toMatchObject({ text: 'To copy', state: 'draft', action: { label: 'More', link: '/about' } })
    await asEditor(`DELETE /api/admin/announcements/${id}`)
    expect(await textsOf(await asVisitor())).toEqual([])
    expect((await asEditor(`GET /api/admin/announcements/${id}`)).status).toBe(404)
    await asEditor(`POST /api/admin/announcements/${id}/restore`)
    expect(await textsOf(await asVisitor())).toEqual(['To copy'])
    const { items } = await listAudit(aCtx(database.db), { target: `announcement:${id}`, limit: 10 })
    expect(items.map(({ action }) => action)).toEqual([
      'announcement.restored',
      'announcement.deleted',
      'announcement.created',
    ])
  })

  test('cannot restore what was deleted more than a day ago', async () => {
    const { id } = await anAnnouncement()
    await asEditor(`DELETE /api/admin/announcements/${id}`)
    await purgeDeletedAnnouncements({ db: database.db, now: () => new Date(Date.now() + 2 * DAY_MS) })
    expect((await asEditor(`POST /api/admin/announcements/${id}/restore`)).status).toBe(404)
  })

  test('get an error for what could not be shown', () => {
    const isValid = (fields: Partial<AnnouncementFields>) =>
      AnnouncementFields.safeParse({ ...plain, ...fields }).success
    const withLink = (link: string) => isValid({ action: { label: 'Go', link } })
    for (const link of ['/about', '/story/x?y=1#z', 'https://example.com/a', 'http://example.com'])
      expect(withLink(link), link).toBe(true)
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'about',
      'https://',
      'mailto:a@b.c',
      '',
    ])
      expect(withLink(link), link).toBe(false)
    expect(isValid({ text: ' \n ' })).toBe(false)
    expect(isValid({ text: 'x'.repeat(201) })).toBe(false)
    expect(isValid({ startsAt: later(2 * HOUR_MS), endsAt: later(HOUR_MS) })).toBe(false)
    expect(AnnouncementFields.parse({ ...plain, text: ' Two\n lines ' }).text).toBe('Two lines')
  })
})

describe('cached pages', () => {
  const PATH = '/about'

  async function aBrowser(role: Role | null) {
    const session = role && (await aSession(database.db, await aPerson(database.db, role), app.ctx))
    const get = async (path: string, headers: Record<string, string>) =>
      (await app.get(path, { headers: { accept: 'text/html', ...headers } })).text()
    return {
      /** Twice: the second comes from memory. */
      async page(path = PATH) {
        const headers: Record<string, string> = session ? { cookie: session.cookie } : {}
        await get(path, headers)
        return get(path, headers)
      },
      alone: () => get(PATH, session ? { authorization: session.bearer } : {}),
      session,
    }
  }

  test('show each audience its own announcement, and never that of another', async () => {
    const people = { visitor: null, reader: 'reader', author: 'author', editor: 'editor', admin: 'admin' } as const
    const browsers = await Promise.all(
      Object.entries(people).map(async ([name, role]) => [name, await aBrowser(role)] as const),
    )
    // Everyone has the page without announcements from the cache.
    for (const [, browser] of browsers) await browser.page()
    await anAnnouncement({ text: 'For visitors', audience: 'visitors' })
    await anAnnouncement({ text: 'For people', audience: 'signed-in' })
    await anAnnouncement({ text: 'For authors', audience: 'author', priority: 1 })
    await anAnnouncement({ text: 'For editors', audience: 'editor', priority: 2 })
    await anAnnouncement({ text: 'For admins', audience: 'admin', priority: 3 })
    const texts = ['For visitors', 'For people', 'For authors', 'For editors', 'For admins']
    const seen: Record<string, string[]> = {}
    for (const path of [PATH, '/about/_payload.json', '/', '/latest', '/membership']) {
      for (const [name, browser] of [...browsers, ...browsers.toReversed()]) {
        const html = await browser.page(path)
        seen[name] ??= texts.filter((text) => html.includes(text))
        expect(
          texts.filter((text) => html.includes(text)),
          `${path} of ${name}`,
        ).toEqual(seen[name])
      }
    }
    expect(seen).toEqual({
      visitor: ['For visitors'],
      reader: ['For people'],
      author: ['For people', 'For authors'],
      editor: ['For people', 'For authors', 'For editors'],
      admin: ['For authors', 'For editors', 'For admins'],
    })
    // With the gaps filled, it is the page that is rendered for the person alone.
    for (const [name, browser] of browsers) expect(await browser.page(), name).toBe(await browser.alone())
  })

  test('show a dismissal to the person at once and to no one else', async () => {
    const { id, revision } = await anAnnouncement({ text: 'Dismiss me' })
    const [one, other] = [await aBrowser('reader'), await aBrowser('reader')]
    for (const browser of [one, other]) expect(await browser.page()).toContain('Dismiss me')
    const response = await app.get(`/api/announcements/${id}/dismissal`, {
      method: 'PUT',
      headers: { 'authorization': one.session?.bearer ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ revision }),
    })
    expect(response.status).toBe(200)
    expect(await one.page()).not.toContain('Dismiss me')
    expect(await other.page()).toContain('Dismiss me')
    expect(await (await aBrowser(null)).page()).toContain('Dismiss me')
  })

  test('show a start and an end on time, in every process, although nothing is written then', async () => {
    const second = await anApp(database)
    const reader = await aBrowser('reader')
    const cookie = reader.session?.cookie ?? ''
    const pages = () =>
      Promise.all([
        ...[app, second].map(async ({ get }) => (await get(PATH)).text()),
        ...[app, second].map(async ({ get }) => (await get(PATH, { headers: { cookie } })).text()),
      ])
    const showing = async () => (await pages()).map((html) => html.includes('For a moment'))
    const all = (shown: boolean) => [shown, shown, shown, shown]
    await showing()
    const endsAt = Date.now() + 3000
    await anAnnouncement({ text: 'For a moment', startsAt: later(1000), endsAt: new Date(endsAt).toISOString() })
    await expect.poll(showing, { ...patiently, interval: 50 }).toEqual(all(true))
    await expect.poll(showing, { ...patiently, interval: 50 }).toEqual(all(false))
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
  })

  test('show members their announcement from the start of the membership to its end, in every process', async () => {
    const second = await anApp(database)
    await anAnnouncement({ text: 'For members', audience: 'members' })
    // The page of an editor is rendered for them alone, those of readers are shared.
    const people = await Promise.all(
      (['reader', 'editor', 'reader'] as const).map((role) => aPerson(database.db, role)),
    )
    const cookies = await Promise.all(people.map(async (one) => (await aSession(database.db, one, app.ctx)).cookie))
    const showing = () =>
      Promise.all(
        cookies.flatMap((cookie) =>
          [app, second].map(async ({ get }) => (await get(PATH, { headers: { cookie } })).text()),
        ),
      ).then((pages) => pages.map((html) => html.includes('For members')))
    const members = [true, true, true, true, false, false]
    const none = members.map(() => false)
    expect(await showing()).toEqual(none)
    const [reader, other] = people
    if (!reader || !other) throw new Error('no people')
    await Promise.all([reader, other].map(giveMonth))
    await expect.poll(showing, patiently).toEqual(members)
    const endsAt = new Date(Date.now() + 2000)
    const ids = [reader.id, other.id]
    await inTransaction(app.ctx, async (tx) => {
      await tx.db.updateTable('membershipGrant').set({ endsAt }).where('personId', 'in', ids).execute()
      await refreshEntitlements(tx, ids)
    })
    // Nothing is written when the time comes.
    await expect.poll(showing, { ...patiently, interval: 50 }).toEqual(none)
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime())
  })

  test('show what an editor changes at once', async () => {
    const visitor = await aBrowser(null)
    const { id, version } = await anAnnouncement({ text: 'Before the change' })
    expect(await visitor.page()).toContain('Before the change')
    const ctx = { ...app.ctx, viewer: editor }
    await updateAnnouncement(ctx, id, { ...plain, text: 'After the change', version })
    // From another process: it arrives from the database.
    await expect.poll(() => visitor.page(), patiently).toContain('After the change')
    await asEditor(`DELETE /api/admin/announcements/${id}`)
    expect(await visitor.page()).not.toContain('After the change')
  })
})

test('the clock of a process drops pages once for each start and end, and when a day begins', async () => {
  const time = aClock()
  const dropped: string[] = []
  const ctx = as(database.db, editor, { now: time.now })
  const clock = createBannerClock(ctx, (tags) => dropped.push(...tags))
  try {
    await clock.wake()
    await createAnnouncement(ctx, { ...plain, startsAt: later(MINUTE_MS), endsAt: later(2 * MINUTE_MS) })
    // Drafts have no effect.
    await createAnnouncement(ctx, { ...plain, startsAt: later(MINUTE_MS / 2), enabled: false })
    await clock.wake()
    const atStart = dropped.length
    time.pass(MINUTE_MS - 1000)
    await clock.wake()
    expect(dropped.slice(atStart).filter((tag) => tag === 'announcements')).toEqual([])
    time.pass(2000)
    await clock.wake()
    await clock.wake()
    expect(dropped.filter((tag) => tag === 'announcements')).toHaveLength(1)
    time.pass(MINUTE_MS)
    await clock.wake()
    expect(dropped.filter((tag) => tag === 'announcements')).toHaveLength(2)
    const days = dropped.filter((tag) => tag === 'sign-in-pictures').length
    time.pass(DAY_MS)
    await clock.wake()
    expect(dropped.filter((tag) => tag === 'sign-in-pictures')).toHaveLength(days + 1)
  } finally {
    await clock.close()
  }
})
