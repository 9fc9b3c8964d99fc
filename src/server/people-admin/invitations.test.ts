import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aBrowser } from '#test/browser.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { mailedCode, newestMail } from '#test/mail.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'

const PASSWORD = 'a good long passphrase'
let now = new Date()
let database: Database
let app: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, () => now)
  admin = await aPerson(database.db, 'admin', { name: 'Inviting Admin' })
  call = await clientOf(app, admin)
})

let counted = 0
async function invited(role = 'editor') {
  counted += 1
  const email = `invited-${counted}@example.com`
  const { body } = await call('POST /api/admin/invitations', { email, role })
  return { email, id: String(body['id']), token: await tokenFor(email) }
}
async function tokenFor(email: string) {
  const { link } = await newestMail(database.db, email, 'invitation')
  const [, token = ''] = /\/auth\/newsignup#invitation=([\w-]+)$/.exec(link ?? '') ?? []
  return token
}
const signUp = (email: string, invitation?: string) =>
  aBrowser(app).ask('POST /api/sign-up', {
    body: { email, password: PASSWORD, name: 'New Colleague', ...(invitation && { invitation }) },
  })

describe('an invitation', () => {
  test('presets the address, and gives the role at once to an account made with its link', async () => {
    const { email, token } = await invited()
    const visitor = aBrowser(app)
    expect((await visitor.ask('POST /api/invitations/look', { body: { token } })).body).toEqual({
      email,
      role: 'editor',
    })
    const answer = await signUp(email, token)
    expect(answer.body.viewer).toMatchObject({ role: 'editor' })
    const account = await database.db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(account.emailVerified).toBe(true)
    expect(await database.db.selectFrom('mail').select('kind').where('toAddress', '=', email).execute()).toEqual([
      { kind: 'invitation' },
    ])
    expect((await call('GET /api/admin/invitations')).body['items']).not.toContainEqual(
      expect.objectContaining({ email }),
    )
    // The link works once.
    expect((await visitor.ask('POST /api/invitations/look', { body: { token } })).code).toBe('link-expired')
  })

  test('gives no role before the address is confirmed, when the account was made without the link', async () => {
    const { email } = await invited('author')
    expect((await signUp(email)).body.viewer.role).toBe('reader')
    const code = await mailedCode(database.db, email, 'verify')
    await aBrowser(app).ask('POST /api/mailed/apply', { body: { code } })
    const { role } = await database.db
      .selectFrom('person')
      .innerJoin('account', 'account.uid', 'person.uid')
      .select('person.role')
      .where('account.email', '=', email)
      .executeTakeFirstOrThrow()
    expect(role).toBe('author')
  })

  test('confirms no other address than its own', async () => {
    const { token } = await invited('admin')
    const answer = await signUp(`stranger-${counted}@example.com`, token)
    expect(answer.body.viewer.role).toBe('reader')
    const account = await database.db
      .selectFrom('account')
      .select('emailVerified')
      .where('email', '=', `stranger-${counted}@example.com`)
      .executeTakeFirstOrThrow()
    expect(account.emailVerified).toBe(false)
  })

  test('does not count after 7 days, when it was revoked, or when the admin is none any more', async () => {
    const late = await invited()
    const revoked = await invited()
    await call(`DELETE /api/admin/invitations/${revoked.id}`)
    expect((await signUp(revoked.email, revoked.token)).body.viewer.role).toBe('reader')
    const former = await aPerson(database.db, 'admin')
    const theirs = await (
      await clientOf(app, former)
    )('POST /api/admin/invitations', { email: 'theirs@example.com', role: 'admin' })
    expect(theirs.status).toBe(200)
    await call(`PUT /api/admin/people/${former.id}/role`, { role: 'reader' })
    expect((await signUp('theirs@example.com', await tokenFor('theirs@example.com'))).body.viewer.role).toBe('reader')
    now = new Date(now.getTime() + 7 * DAY_MS + 1000)
    call = await clientOf(app, admin)
    expect((await signUp(late.email, late.token)).body.viewer.role).toBe('reader')
  })

  test('sent again has a new link, and the earlier one stops working', async () => {
    const { email, id, token } = await invited()
    now = new Date(now.getTime() + 1000)
    expect((await call(`POST /api/admin/invitations/${id}/resend`)).status).toBe(200)
    const again = await tokenFor(email)
    expect(again).not.toBe(token)
    const look = async (given: string) =>
      (await aBrowser(app).ask('POST /api/invitations/look', { body: { token: given } })).code
    expect([await look(token), await look(again)]).toEqual(['link-expired', null])
    expect((await call('GET /api/admin/invitations')).body['items']).toContainEqual(
      expect.objectContaining({ email, role: 'editor', by: 'Inviting Admin', expired: false }),
    )
  })

  test('to an address again replaces the first', async () => {
    const { email } = await invited('author')
    await call('POST /api/admin/invitations', { email: email.toUpperCase(), role: 'editor' })
    const items = (await call('GET /api/admin/invitations')).body['items'] as { email: string; role: string }[]
    expect(items.filter((item) => item.email === email)).toMatchObject([{ role: 'editor' }])
  })

  test('to an existing account is refused, and names the person', async () => {
    const person = await aPerson(database.db, 'reader')
    const answer = await call('POST /api/admin/invitations', { email: person.email, role: 'editor' })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'email-already-in-use', details: { person: { id: person.id, role: 'reader' } } } },
    })
  })

  test('is in the audit log without the address', async () => {
    const { id, email } = await invited()
    await call(`DELETE /api/admin/invitations/${id}`)
    const entries = await database.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('targetId', '=', id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['person.invited', 'invitation.revoked'])
    expect(JSON.stringify(entries)).not.toContain(email)
  })
})
