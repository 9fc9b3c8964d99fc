import { beforeAll, describe, expect, test } from 'vitest'
import { notificationKinds } from '#contract/notifications/notifications.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Database } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aBrowser } from '#test/browser.ts'
import { aDatabase } from '#test/database.ts'
import { PASSWORD, aPerson } from '#test/people.ts'
import { aReceiver } from '#test/push-receiver.ts'
import { defaultPreferences, listPreferences } from './preferences.ts'
import { createUnsubscribeLink, sweepUnsubscribeLinks } from './unsubscribe.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

async function somebody() {
  const person = await aPerson(database.db)
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return { person, browser }
}

const aLink = (personId: string, kind: 'like' | 'response' | null) =>
  inTransaction(app.ctx, (tx) => createUnsubscribeLink(tx, personId, kind))
const paceOf = async (personId: string, wanted: string) =>
  (await listPreferences(database.db, personId)).find(({ kind }) => kind === wanted)?.email
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = (token: string, headers: Record<string, string> = {}, at = app) =>
  at.get(`/unsubscribe/${token}`, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { ...FORM, ...headers },
  })

describe('preferences', () => {
  test('are the defaults until they are changed, and then stay; kinds that are not named stay as they are', async () => {
    const { browser } = await somebody()
    const { body } = await browser.ask('GET /api/notifications/preferences')
    expect(body.preferences).toEqual(notificationKinds.map((kind) => ({ kind, ...defaultPreferences[kind] })))
    expect(body).toMatchObject({ mailable: true, browsers: 0 })
    expect(Buffer.from(body.pushKey, 'base64url')).toHaveLength(65)
    const like = { kind: 'like', site: false, email: 'daily', push: true }
    const changed = await browser.change('PUT /api/notifications/preferences', { body: { preferences: [like] } })
    expect(changed.body.preferences.filter(({ kind }) => kind === 'like')).toEqual([like])
    const again = await browser.ask('GET /api/notifications/preferences')
    expect(again.body.preferences).toEqual(changed.body.preferences)
    expect(again.body.preferences.filter(({ kind }) => kind !== 'like')).toEqual(
      body.preferences.filter(({ kind }) => kind !== 'like'),
    )
  })

  test.each([
    ['no kinds', []],
    ['an unknown kind', [{ kind: 'gossip', site: true, email: 'now', push: true }]],
    ['an unknown pace', [{ kind: 'like', site: true, email: 'weekly', push: true }]],
    ['half a wish', [{ kind: 'like', site: true }]],
    ['a kind twice', [0, 1].map(() => ({ kind: 'like', site: true, email: 'now', push: true }))],
    ['no list', 'everything'],
  ])('%s are refused', async (_what, preferences) => {
    const { browser } = await somebody()
    const refused = await browser.change('PUT /api/notifications/preferences', { body: { preferences } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('say whether the address can be mailed to', async () => {
    const { person, browser } = await somebody()
    await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', person.uid).execute()
    expect((await browser.ask('GET /api/notifications/preferences')).body.mailable).toBe(false)
  })
})

describe('push', () => {
  test.each([
    ['plain http', { endpoint: 'http://push.example/1' }],
    ['no address', { endpoint: 'nowhere' }],
    ['keys that are none', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
  ])('%s is refused', async (_what, wrong) => {
    const { browser } = await somebody()
    const body = { endpoint: 'https://push.example/1', keys: aReceiver().keys, ...wrong }
    expect(await browser.change('POST /api/push', { body })).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('is on until it is ended, by who began it', async () => {
    const { browser } = await somebody()
    const stranger = await somebody()
    const endpoint = 'https://push.example/own'
    expect(await browser.change('POST /api/push', { body: { endpoint, keys: aReceiver().keys } })).toMatchObject({
      status: 200,
    })
    await stranger.browser.change('POST /api/push/end', { body: { endpoint } })
    const on = async () => (await browser.ask('GET /api/notifications/preferences')).body.endpoints
    expect(await on()).toEqual([endpoint])
    await browser.change('POST /api/push/end', { body: { endpoint } })
    expect(await on()).toEqual([])
  })

  test('ends with the sign-in that it was asked for in', async () => {
    const { person, browser } = await somebody()
    const body = { endpoint: 'https://push.example/signed-out', keys: aReceiver().keys }
    await browser.change('POST /api/push', { body })
    await browser.ask('POST /api/sign-out')
    await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
    expect((await browser.ask('GET /api/notifications/preferences')).body.browsers).toBe(0)
  })
})

describe('the link of a mail', () => {
  test('ends its kind with one post, from wherever, without a cookie, and as often as it is posted', async () => {
    const { person } = await somebody()
    const token = await aLink(person.id, 'response')
    for (const origin of ['https://mail.example', 'null', '']) {
      const headers = origin ? { origin, 'sec-fetch-site': 'cross-site' } : {}
      const answer = await oneClick(token, headers)
      expect({ status: answer.status, text: await answer.text() }).toEqual({
        status: 200,
        text: 'You are unsubscribed.\n',
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await paceOf(person.id, 'response')).toBe('never')
    }
    expect(await paceOf(person.id, 'reply')).toBe('now')
    // The site and push stay as they are.
    expect((await listPreferences(database.db, person.id)).find(({ kind }) => kind === 'response')).toMatchObject({
      site: true,
      push: true,
    })
  })

  test('ends everything when it is for everything, in the other form of post too', async () => {
    const { person } = await somebody()
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const token = await aLink(person.id, null)
    expect((await app.get(`/unsubscribe/${token}`, { method: 'POST', body: form })).status).toBe(200)
    const paces = (await listPreferences(database.db, person.id)).map(({ email }) => email)
    expect(new Set(paces)).toEqual(new Set(['never']))
  })

  test('changes nothing when it is only opened, and shows what it would end', async () => {
    const { person } = await somebody()
    const token = await aLink(person.id, 'response')
    const page = await app.get(`/unsubscribe/${token}`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('cache-control')).toContain('no-store')
    const html = await page.text()
    expect(html).toContain('responses to your stories')
    expect(html).toContain(`action="/unsubscribe/${token}"`)
    expect(html).toContain('noindex')
    await app.get(`/unsubscribe/${token}`, { method: 'HEAD' })
    expect((await aBrowser(app).ask('GET /api/unsubscribe/{token}', { params: { token } })).body).toEqual({
      kind: 'response',
      ended: false,
    })
    expect(await paceOf(person.id, 'response')).toBe('now')
  })

  test('leads a person who presses the button back to the page, which says that it is done', async () => {
    const { person } = await somebody()
    const token = await aLink(person.id, 'response')
    const pressed = await app.get(`/unsubscribe/${token}`, { method: 'POST', body: 'from=page', headers: FORM })
    expect(pressed.status).toBe(303)
    const back = new URL(pressed.headers.get('location') ?? '').pathname
    expect(await (await app.get(back)).text()).toContain('You are unsubscribed')
  })

  test('works behind the hash and below a base address', async () => {
    const other = await anApp(database, { BASE_URL: '/blog', ROUTER_MODE: 'hash' })
    const { person } = await somebody()
    const token = await aLink(person.id, 'response')
    const init = { method: 'POST', body: 'from=page', headers: FORM }
    const pressed = await other.get(`/blog/unsubscribe/${token}`, init)
    expect(pressed.headers.get('location')).toMatch(new RegExp(`/blog/#/unsubscribe/${token}$`))
    expect(await paceOf(person.id, 'response')).toBe('never')
  })

  test('is good for a year, and ends nothing that it is not for', async () => {
    const { person } = await somebody()
    const token = await aLink(person.id, 'response')
    expect((await oneClick(`${token.slice(0, -1)}x`)).status).toBe(404)
    expect((await oneClick('x'.repeat(3000))).status).toBe(404)
    const kept = await database.db.selectFrom('unsubscribeLink').selectAll().where('personId', '=', person.id).execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000)
    await sweepUnsubscribeLinks(database.db, days(364))
    expect((await oneClick(token)).status).toBe(200)
    await sweepUnsubscribeLinks(database.db, days(366))
    expect((await oneClick(token)).status).toBe(404)
    expect(await (await app.get(`/unsubscribe/${token}`)).text()).toContain('This link no longer works')
  })
})

test('nothing of it is left when the account is deleted', async () => {
  const { person, browser } = await somebody()
  const token = await aLink(person.id, null)
  const body = { endpoint: 'https://push.example/left', keys: aReceiver().keys }
  await browser.change('POST /api/push', { body })
  await oneClick(token)
  await deleteAccount(app.ctx, person.uid)
  for (const table of ['pushSubscription', 'notificationPreference', 'unsubscribeLink', 'notificationMail'] as const) {
    const rows = await database.db.selectFrom(table).select('personId').where('personId', '=', person.id).execute()
    expect(rows, table).toEqual([])
  }
  expect((await oneClick(token)).status).toBe(404)
})
