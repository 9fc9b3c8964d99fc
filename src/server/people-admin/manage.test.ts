import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { listAudit } from '#server/audit/list.ts'
import { findAccount, setUserDisabled } from '#server/identity/manage-users.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { MembershipState } from '#contract/membership/states.ts'
import { endGrant, grantMembership, refreshEntitlements } from '#server/membership/entitlement.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Role } from '#contract/endpoint.ts'
import { changeRole } from './manage.ts'

let database: Database
let app: TestApp
let other: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  ;[app, other] = await Promise.all([anApp(database), anApp(database)])
  admin = await aPerson(database.db, 'admin', { name: 'Root Admin' })
  call = await clientOf(app, admin)
})

const auditOf = async (id: string) =>
  (await listAudit(aCtx(database.db), { target: `person:${id}`, limit: 20 })).items.map(({ action }) => action)

async function anEndedMembership({ id: personId }: TestPerson) {
  const [planId, at] = [newId(), new Date()]
  const price = { price: 500, currency: 'usd', period: 'month' } as const
  await database.db
    .insertInto('plan')
    .values({ id: planId, name: 'Reader', createdAt: at, ...price })
    .execute()
  const times = { periodStart: at, periodEnd: at, startedAt: at, endedAt: at, updatedAt: at }
  const ids = { id: newId(), personId, planId, provider: 'test', subscriptionId: newId() } as const
  await database.db
    .insertInto('membership')
    .values({ ...ids, ...price, ...times, state: 'expired', seats: 1 })
    .execute()
}

async function aMembership(person: TestPerson, state: MembershipState, periodEnd: Date) {
  await anEndedMembership(person)
  const { id } = await database.db
    .updateTable('membership')
    .set({ state, periodEnd, endedAt: null })
    .where('personId', '=', person.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  await inTransaction(app.ctx, (tx) => refreshEntitlements(tx, [person.id]))
  return id
}

describe('the list of people', () => {
  const found = async (query: string) => {
    const { body } = await call(`GET /api/admin/people?${query}`)
    return (body['items'] as { handle: string }[]).map(({ handle }) => handle)
  }

  test('finds words of names and handles, the start of a handle and of an address', async () => {
    await aPerson(database.db, 'author', { name: 'Zoë Quintessenz Ågren', handle: 'zoe-quint' })
    await aPerson(database.db, 'reader', { name: 'Another Person', handle: 'zebra-two' })
    expect(await found('q=quintessenz')).toEqual(['zoe-quint'])
    expect(await found('q=agren%20zoe')).toEqual(['zoe-quint'])
    expect(await found('q=@zoe-q')).toEqual(['zoe-quint'])
    expect(await found('q=zebra-two@example.com')).toEqual(['zebra-two'])
    expect(await found('q=zebra-two@exa')).toEqual(['zebra-two'])
    expect(await found('q=ZEBRA-TWO@EXAMPLE')).toEqual(['zebra-two'])
    expect(await found('q=example')).toEqual([])
    expect(await found('q=%25')).toEqual([])
  })

  test('filters by role, state and dates, and leaves erased people out', async () => {
    const ids = { name: 'Filter Candidate' }
    const author = await aPerson(database.db, 'author', { ...ids, handle: 'filter-author' })
    const gone = await aPerson(database.db, 'reader', { ...ids, handle: 'filter-gone' })
    const off = await aPerson(database.db, 'reader', { ...ids, handle: 'filter-off' })
    const unsure = await aPerson(database.db, 'reader', { ...ids, handle: 'filter-unsure' })
    await deleteAccount(app.ctx, gone.uid)
    await setUserDisabled(app.ctx, await findAccount(app.ctx, off.uid), true)
    await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', unsure.uid).execute()
    const at = new Date('2019-03-04T12:00:00Z')
    await database.db.updateTable('person').set({ createdAt: at, seenAt: at }).where('id', '=', author.id).execute()
    expect(await found('q=filter&sort=name')).toHaveLength(3)
    expect(await found('q=filter&role=author')).toEqual(['filter-author'])
    expect(await found('q=filter&state=disabled')).toEqual(['filter-off'])
    expect(await found('q=filter&state=unconfirmed')).toEqual(['filter-unsure'])
    expect(await found('q=filter&state=active')).toEqual(['filter-author'])
    expect(await found('joinedFrom=2019-03-04&joinedTo=2019-03-04')).toEqual(['filter-author'])
    expect(await found('seenFrom=2019-03-01&seenTo=2019-03-31')).toEqual(['filter-author'])
    expect(await found('joinedTo=2019-03-03')).toEqual([])
  })

  test('filters by membership, whatever its source, and the page of a person has its state and end', async () => {
    const [member, ended, none] = await Promise.all(
      ['member', 'ended', 'none'].map((handle) =>
        aPerson(database.db, 'reader', { name: 'Subscriber Candidate', handle: `subscriber-${handle}` }),
      ),
    )
    if (!member || !ended || !none) throw new Error('no people')
    const until = await inTransaction(app.ctx, async (tx) => {
      const gift = { months: 1, source: 'gift' as const }
      await grantMembership(tx, { ...gift, personId: ended.id, cause: 'subscriber-ended' })
      await endGrant(tx, 'subscriber-ended')
      return grantMembership(tx, { ...gift, personId: member.id, cause: 'subscriber-member' })
    })
    await anEndedMembership(ended)
    expect(await found('q=subscriber&member=yes')).toEqual(['subscriber-member'])
    expect(await found('q=subscriber&member=no&sort=name')).toHaveLength(2)
    expect(await found('q=subscriber&member=no')).not.toContain('subscriber-member')
    const membershipOf = async ({ id }: TestPerson) => (await call(`GET /api/admin/people/${id}`)).body['membership']
    const reads = { source: 'gift', until: until?.toISOString(), renews: false }
    expect(await membershipOf(member)).toEqual({ state: 'none', reads })
    expect(await membershipOf(ended)).toEqual({ state: 'expired', reads: null })
    expect(await membershipOf(none)).toEqual({ state: 'none', reads: null })
    // Its time passes, and nothing is written.
    await database.db
      .updateTable('entitlement')
      .set({ until: new Date(Date.now() - 1000) })
      .where('personId', '=', member.id)
      .execute()
    expect(await found('q=subscriber&member=yes')).toEqual([])
    expect(await found('q=subscriber&member=no')).toHaveLength(3)
    expect(await membershipOf(member)).toEqual({ state: 'none', reads: null })
    expect((await call('GET /api/admin/people?member=maybe')).status).toBe(400)
  })

  test('shows the end of the period of a membership that renews, also to a person with a seat in it', async () => {
    const { db } = database
    const [owner, guest, leaving] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    const periodEnd = new Date(Date.now() + 20 * DAY_MS)
    const until = periodEnd.toISOString()
    const membershipId = await aMembership(owner, 'active', periodEnd)
    const at = new Date()
    await db
      .insertInto('seat')
      .values({ id: newId(), membershipId, email: guest.email, personId: guest.id, invitedAt: at, acceptedAt: at })
      .execute()
    await inTransaction(app.ctx, (tx) => refreshEntitlements(tx, [guest.id]))
    await aMembership(leaving, 'cancelled', periodEnd)
    const membershipOf = async ({ id }: TestPerson) => (await call(`GET /api/admin/people/${id}`)).body['membership']
    expect(await membershipOf(owner)).toEqual({ state: 'active', reads: { source: 'membership', until, renews: true } })
    expect(await membershipOf(guest)).toEqual({ state: 'none', reads: { source: 'seat', until, renews: true } })
    expect(await membershipOf(leaving)).toEqual({
      state: 'cancelled',
      reads: { source: 'membership', until, renews: false },
    })
  })

  test.each(['name', '-name', 'joined', '-joined', 'seen', '-seen'])('pages by %s without gaps', async (sort) => {
    const handles = await Promise.all(
      ['Ädel', 'adel', 'Zed', 'zed', '王伟'].map(
        async (name, at) =>
          (
            await aPerson(database.db, 'reader', {
              name: `Pager ${name}`,
              handle: `pager-${at}-${sort.replace('-', 'r')}`,
            })
          ).handle,
      ),
    )
    const seen: string[] = []
    let before: unknown = null
    do {
      const cursor = typeof before === 'string' ? `&before=${before}` : ''
      const { body } = await call(`GET /api/admin/people?q=pager&limit=2&sort=${sort}${cursor}`)
      seen.push(...(body['items'] as { handle: string }[]).map(({ handle }) => handle))
      before = body['next']
    } while (before)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(handles))
  })

  test('shows when a person was last seen, from the sessions', async () => {
    const person = await aPerson(database.db, 'reader')
    const before = await database.db
      .selectFrom('person')
      .select('seenAt')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    const later = new Date(before.seenAt.getTime() + 3600_000)
    await aSession(database.db, person, aCtx(database.db, { now: () => later }))
    const after = await database.db
      .selectFrom('person')
      .select('seenAt')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(after.seenAt).toEqual(later)
  })

  test('is refused to editors', async () => {
    const editor = await clientOf(app, await aPerson(database.db, 'editor'))
    expect((await editor('GET /api/admin/people')).status).toBe(403)
    expect((await editor(`GET /api/admin/people/${admin.id}`)).status).toBe(403)
  })
})

describe('a role', () => {
  test('changes in every process at once, and is in the audit log', async () => {
    const person = await aPerson(database.db, 'reader')
    const { cookie } = await aSession(database.db, person)
    const roleIn = async (process: TestApp) =>
      ((await (await process.get('/api/viewer', { headers: { cookie } })).json()) as { role: Role }).role
    expect([await roleIn(app), await roleIn(other)]).toEqual(['reader', 'reader'])
    const changed = await call(`PUT /api/admin/people/${person.id}/role`, {
      role: 'editor',
      was: 'reader',
      reason: 'New hire',
    })
    expect(changed.body).toEqual({ role: 'editor' })
    expect(await roleIn(app)).toBe('editor')
    await expect.poll(() => roleIn(other), { timeout: 1000 }).toBe('editor')
    const { items } = await listAudit(aCtx(database.db), { target: `person:${person.id}`, limit: 1 })
    expect(items).toMatchObject([
      {
        action: 'person.role-changed',
        before: { role: 'reader' },
        after: { role: 'editor' },
        reason: 'New hire',
        actorId: admin.id,
      },
    ])
  })

  test('that another admin has changed is a conflict, and says what it is now', async () => {
    const person = await aPerson(database.db, 'reader')
    await changeRole(aCtx(database.db), { id: person.id }, { role: 'author', reason: '' })
    const answer = await call(`PUT /api/admin/people/${person.id}/role`, { role: 'editor', was: 'reader' })
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'version-conflict', details: { role: 'author' } } },
    })
    // The same wish is no conflict.
    expect((await call(`PUT /api/admin/people/${person.id}/role`, { role: 'author', was: 'reader' })).status).toBe(200)
  })
})

describe('a disabled person', () => {
  test('is signed out in every process within a second, and can sign in again when enabled', async () => {
    const person = await aPerson(database.db, 'reader')
    const { cookie, bearer } = await aSession(database.db, person, app.ctx)
    const signedInAt = async (process: TestApp) =>
      (await (await process.get('/api/viewer', { headers: { cookie } })).json()) !== null
    expect([await signedInAt(app), await signedInAt(other)]).toEqual([true, true])
    await call(`PUT /api/admin/people/${person.id}/disabled`, { disabled: true, reason: 'Spam' })
    expect(await signedInAt(app)).toBe(false)
    await expect.poll(() => signedInAt(other), { timeout: 1000 }).toBe(false)
    const write = await other.get('/api/profile/welcomed', { method: 'POST', headers: { authorization: bearer } })
    expect(write.status).toBe(403)
    expect((await call(`PUT /api/admin/people/${person.id}/disabled`, { disabled: false })).body).toEqual({
      disabled: false,
    })
    expect(await auditOf(person.id)).toEqual(['person.enabled', 'person.disabled'])
    // The old session stays ended.
    expect(await signedInAt(app)).toBe(false)
  })

  test('disabling twice is one entry in the audit log', async () => {
    const person = await aPerson(database.db, 'reader')
    for (let n = 0; n < 2; n++) await call(`PUT /api/admin/people/${person.id}/disabled`, { disabled: true })
    expect(await auditOf(person.id)).toEqual(['person.disabled'])
  })

  test('is never the admin who asks', async () => {
    expect((await call(`PUT /api/admin/people/${admin.id}/disabled`, { disabled: true })).status).toBe(403)
  })
})

describe('sessions', () => {
  test('end one by one and all at once', async () => {
    const person = await aPerson(database.db, 'reader')
    const [first, second] = [await aSession(database.db, person), await aSession(database.db, person)]
    const viewerOf = async (cookie: string) => (await other.get('/api/viewer', { headers: { cookie } })).json()
    expect(await viewerOf(first.cookie)).not.toBeNull()
    await call(`DELETE /api/admin/people/${person.id}/sessions/${first.session.id}`)
    await expect.poll(() => viewerOf(first.cookie), { timeout: 1000 }).toBeNull()
    expect(await viewerOf(second.cookie)).not.toBeNull()
    expect((await call(`DELETE /api/admin/people/${person.id}/sessions/${first.session.id}`)).status).toBe(404)
    await call(`POST /api/admin/people/${person.id}/sign-out`)
    await expect.poll(() => viewerOf(second.cookie), { timeout: 1000 }).toBeNull()
    expect(await auditOf(person.id)).toEqual(['person.signed-out', 'person.session-ended'])
  })

  test('of another person are not ended through this one', async () => {
    const [person, stranger] = [await aPerson(database.db), await aPerson(database.db)]
    const { session } = await aSession(database.db, stranger)
    expect((await call(`DELETE /api/admin/people/${person.id}/sessions/${session.id}`)).status).toBe(404)
  })
})

test('notes are shared among admins, deleted by their author alone, and not in the audit log', async () => {
  const person = await aPerson(database.db)
  const second = await clientOf(app, await aPerson(database.db, 'admin'))
  const { body: note } = await call(`POST /api/admin/people/${person.id}/notes`, { text: 'Called about an invoice' })
  const shown = await second(`GET /api/admin/people/${person.id}`)
  expect(shown.body['notes']).toMatchObject([
    { text: 'Called about an invoice', own: false, by: { name: 'Root Admin' } },
  ])
  expect((await second(`DELETE /api/admin/people/${person.id}/notes/${String(note['id'])}`)).status).toBe(404)
  expect((await call(`DELETE /api/admin/people/${person.id}/notes/${String(note['id'])}`)).status).toBe(200)
  expect(await auditOf(person.id)).toEqual(['note.deleted', 'note.added'])
  expect(JSON.stringify(await database.db.selectFrom('auditEntry').selectAll().execute())).not.toContain('invoice')
})

test('the screen of a person shows the account without secrets', async () => {
  const person = await aPerson(database.db, 'author')
  await aSession(database.db, person)
  const { body } = await call(`GET /api/admin/people/${person.id}`)
  expect(body).toMatchObject({
    email: person.email,
    state: 'active',
    self: false,
    account: { emailVerified: true, hasPassword: true, twoStep: false, passkeys: 0, providers: [] },
    sessions: [{ current: false }],
    counts: { stories: 0, responses: 0, reports: 0 },
  })
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash/i)
})

test('the confirmation mail is sent again to an address that is not confirmed', async () => {
  const person = await aPerson(database.db)
  expect((await call(`POST /api/admin/people/${person.id}/confirmation`)).status).toBe(409)
  await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', person.uid).execute()
  expect((await call(`POST /api/admin/people/${person.id}/confirmation`)).status).toBe(200)
  const mail = await database.db.selectFrom('mail').select('kind').where('toAddress', '=', person.email).execute()
  expect(mail).toEqual([{ kind: 'verify' }])
})

test('a bulk action replies for each person and can be repeated', async () => {
  const people = [await aPerson(database.db), await aPerson(database.db)]
  const ids = [...people.map(({ id }) => id), admin.id]
  for (let n = 0; n < 2; n++) {
    const { body } = await call('POST /api/admin/people/bulk', { ids, action: 'disable', reason: 'Spam wave' })
    expect(body['results']).toEqual([
      { id: ids[0], refused: null },
      { id: ids[1], refused: null },
      { id: admin.id, refused: { code: 'not-allowed', message: 'You can’t disable your own account.' } },
    ])
  }
  const { body } = await call('POST /api/admin/people/bulk', { ids: ids.slice(0, 2), action: 'role', role: 'author' })
  expect(body['results']).toEqual([
    { id: ids[0], refused: null },
    { id: ids[1], refused: null },
  ])
  expect((await call('POST /api/admin/people/bulk', { ids: ids.slice(0, 2), action: 'enable' })).status).toBe(200)
})

describe('the last admin', () => {
  /** A site with exactly these admins. */
  async function aSiteWith(count: number) {
    const { db } = await aDatabase()
    const admins: TestPerson[] = []
    for (let n = 0; n < count; n++) admins.push(await aPerson(db, 'admin'))
    const activeAdmins = async () =>
      (await db.selectFrom('person').select('id').where('role', '=', 'admin').where('disabledAt', 'is', null).execute())
        .length
    return { db, admins, activeAdmins }
  }
  const demote = (db: Database['db'], by: TestPerson, target: TestPerson) =>
    changeRole(aCtx(db, { viewer: by }), { id: target.id }, { role: 'reader', reason: '' })
  const codes = (results: PromiseSettledResult<unknown>[]) =>
    results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : null)).toSorted()

  test('cannot be demoted, disabled or erased, also not by a command', async () => {
    const { db, admins, activeAdmins } = await aSiteWith(1)
    const [only] = admins
    if (!only) throw new Error('no admin')
    const ctx = aCtx(db)
    const last = { code: 'admin-restricted-operation' }
    await expect(demote(db, only, only)).rejects.toMatchObject(last)
    await expect(changeRole(ctx, { handle: only.handle }, { role: 'editor', reason: '' })).rejects.toMatchObject(last)
    await expect(setUserDisabled(ctx, await findAccount(ctx, only.uid), true)).rejects.toMatchObject(last)
    await expect(deleteAccount(ctx, only.uid)).rejects.toMatchObject(last)
    expect(await activeAdmins()).toBe(1)
  })

  test('is the one who can sign in: a disabled admin and one without an account do not count', async () => {
    const { db, admins } = await aSiteWith(2)
    const [only, off] = admins
    if (!only || !off) throw new Error('no admins')
    await setUserDisabled(aCtx(db), await findAccount(aCtx(db), off.uid), true)
    await db
      .insertInto('person')
      .values({ id: 'a'.repeat(20), handle: 'no-account', name: 'No account', role: 'admin' })
      .execute()
    await expect(demote(db, only, only)).rejects.toMatchObject({ code: 'admin-restricted-operation' })
    // The disabled admin can be demoted.
    await demote(db, only, off)
  })

  test.each([
    [0, 1],
    [1, 0],
  ])('remains when two admins demote each other at once (%i first)', async (first, second) => {
    for (let round = 0; round < 5; round++) {
      const { db, admins, activeAdmins } = await aSiteWith(2)
      const [one, two] = [admins[first], admins[second]]
      if (!one || !two) throw new Error('no admins')
      const results = await Promise.allSettled([demote(db, one, two), demote(db, two, one)])
      expect(codes(results).filter((code) => code === null)).toHaveLength(1)
      expect(await activeAdmins()).toBe(1)
    }
  })

  test('two of three admins who demote each other do not both succeed', async () => {
    const { db, admins, activeAdmins } = await aSiteWith(3)
    const [one, two] = admins
    if (!one || !two) throw new Error('no admins')
    const results = await Promise.allSettled([demote(db, one, two), demote(db, two, one)])
    expect(codes(results)).toEqual(['not-allowed', null])
    expect(await activeAdmins()).toBe(2)
  })

  test('remains when admins are demoted, disabled and deleted at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { db, admins, activeAdmins } = await aSiteWith(3)
      const [one, two, three] = admins
      if (!one || !two || !three) throw new Error('no admins')
      const ctx = aCtx(db)
      const account = await findAccount(ctx, two.uid)
      const results = await Promise.allSettled([
        changeRole(ctx, { id: one.id }, { role: 'reader', reason: '' }),
        setUserDisabled(ctx, account, true),
        deleteAccount(ctx, three.uid),
      ])
      expect(codes(results).filter((code) => code === null)).toHaveLength(2)
      expect(await activeAdmins()).toBe(1)
    }
  })
})
