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
import { defaultPreferences, listMailedKinds, listPreferences } from './preferences.ts'
import { createUnsubscribeLink, sweepUnsubscribeLinks } from './unsubscribe.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

async function aSignedInPerson() {
  const person = await aPerson(database.db)
  const browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
  return { person, browser }
}

const aLink = (personId: string, kind: 'like' | 'response' | null) =>
  inTransaction(app.ctx, (tx) => createUnsubscribeLink(tx, personId, kind))
const mailFrequencyOf = async (personId: string, wanted: string) =>
  (await listPreferences(database.db, personId)).find(({ kind }) => kind === wanted)?.email
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = (token: string, headers: Record<string, string> = {}, at = app) =>
  at.get(`/unsubscribe/${token}`, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { ...FORM, ...headers },
  })

describe('preferences', () => {
  test('start with the defaults, and an update changes only the kinds it contains', async () => {
    const { browser } = await aSignedInPerson()
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
    ['an empty list', []],
    ['an unknown kind', [{ kind: 'gossip', site: true, email: 'now', push: true }]],
    ['an unknown mail frequency', [{ kind: 'like', site: true, email: 'weekly', push: true }]],
    ['an incomplete preference', [{ kind: 'like', site: true }]],
    ['a duplicate kind', [0, 1].map(() => ({ kind: 'like', site: true, email: 'now', push: true }))],
    ['a value that is not a list', 'everything'],
  ])('%s is refused', async (_what, preferences) => {
    const { browser } = await aSignedInPerson()
    const refused = await browser.change('PUT /api/notifications/preferences', { body: { preferences } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('say whether the account has a confirmed email address', async () => {
    const { person, browser } = await aSignedInPerson()
    await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', person.uid).execute()
    expect((await browser.ask('GET /api/notifications/preferences')).body.mailable).toBe(false)
  })
})

describe('push', () => {
  test.each([
    ['an http: endpoint', { endpoint: 'http://push.example/1' }],
    ['an invalid endpoint', { endpoint: 'nowhere' }],
    ['keys that are invalid', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
  ])('%s is refused', async (_what, wrong) => {
    const { browser } = await aSignedInPerson()
    const body = { endpoint: 'https://push.example/1', keys: aReceiver().keys, ...wrong }
    expect(await browser.change('POST /api/push', { body })).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('can only be ended by the person who subscribed', async () => {
    const { browser } = await aSignedInPerson()
    const stranger = await aSignedInPerson()
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

  test('ends when its session is signed out', async () => {
    const { person, browser } = await aSignedInPerson()
    const body = { endpoint: 'https://push.example/signed-out', keys: aReceiver().keys }
    await browser.change('POST /api/push', { body })
    await browser.ask('POST /api/sign-out')
    await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
    expect((await browser.ask('GET /api/notifications/preferences')).body.browsers).toBe(0)
  })
})

describe('an unsubscribe link', () => {
  test('ends its kind by a POST from any origin, without a cookie, and can be repeated', async () => {
    const { person } = await aSignedInPerson()
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
      expect(await mailFrequencyOf(person.id, 'response')).toBe('never')
    }
    expect(await mailFrequencyOf(person.id, 'reply')).toBe('now')
    // The site and push stay as they are.
    expect((await listPreferences(database.db, person.id)).find(({ kind }) => kind === 'response')).toMatchObject({
      site: true,
      push: true,
    })
  })

  test('ends all kinds if it was made for all, also as multipart form data', async () => {
    const { person } = await aSignedInPerson()
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const token = await aLink(person.id, null)
    expect((await app.get(`/unsubscribe/${token}`, { method: 'POST', body: form })).status).toBe(200)
    expect(await listMailedKinds(database.db, person.id)).toEqual([])
  })

  test('shows what it would end, and changes nothing when it is only opened', async () => {
    const { person } = await aSignedInPerson()
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
    expect(await mailFrequencyOf(person.id, 'response')).toBe('now')
  })

  test('redirects back to its page after the button is pressed, and the page confirms it', async () => {
    const { person } = await aSignedInPerson()
    const token = await aLink(person.id, 'response')
    const pressed = await app.get(`/unsubscribe/${token}`, { method: 'POST', body: 'from=page', headers: FORM })
    expect(pressed.status).toBe(303)
    const back = new URL(pressed.headers.get('location') ?? '').pathname
    expect(await (await app.get(back)).text()).toContain('You are unsubscribed')
  })

  test('works in hash mode and below a base path', async () => {
    const other = await anApp(database, { BASE_URL: '/blog', ROUTER_MODE: 'hash' })
    const { person } = await aSignedInPerson()
    const token = await aLink(person.id, 'response')
    const init = { method: 'POST', body: 'from=page', headers: FORM }
    const pressed = await other.get(`/blog/unsubscribe/${token}`, init)
    expect(pressed.headers.get('location')).toMatch(new RegExp(`/blog/#/unsubscribe/${token}$`))
    expect(await mailFrequencyOf(person.id, 'response')).toBe('never')
  })

  test('works for a year, is stored only as a hash, and is refused when altered', async () => {
    const { person } = await aSignedInPerson()
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

test('deleting an account deletes its subscriptions, preferences and unsubscribe links', async () => {
  const { person, browser } = await aSignedInPerson()
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
