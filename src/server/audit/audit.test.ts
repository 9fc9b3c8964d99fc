import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson, signedIn } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listAudit } from './list.ts'
import { recordAudit } from './record.ts'
import { verifyAuditChain } from './verify.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

describe('the audit log', () => {
  test('records who did what to what, with what changed', async () => {
    const admin = await aPerson(database.db, 'admin')
    const ctx = aCtx(database.db, { viewer: admin })
    await inTransaction(ctx, (tx) =>
      recordAudit(tx, {
        action: 'category.renamed',
        target: { kind: 'category', id: 'c1', name: 'Weather' },
        before: { name: 'Wether' },
        after: { name: 'Weather' },
      }),
    )
    const { items } = await listAudit(ctx, { actor: admin.handle, limit: 10 })
    expect(items).toMatchObject([
      {
        action: 'category.renamed',
        actor: { id: admin.id, name: admin.name },
        target: { kind: 'category', id: 'c1', name: 'Weather' },
        before: { name: 'Wether' },
        after: { name: 'Weather' },
        outcome: 'done',
      },
    ])
  })

  test('has no entry when the change is rolled back', async () => {
    const ctx = aCtx(database.db, { viewer: await aPerson(database.db, 'admin') })
    const failed = inTransaction(ctx, async (tx) => {
      await recordAudit(tx, { action: 'never.happened' })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect((await listAudit(ctx, { action: 'never.happened', limit: 10 })).items).toEqual([])
  })

  test('finds names, people and request ids, filters by time and pages without gaps', async () => {
    const admin = await aPerson(database.db, 'admin', { name: 'Hedwig Ågren' })
    const at = new Date('2031-05-06T10:00:00Z')
    const ctx = aCtx(database.db, { viewer: admin, now: () => at })
    const requestId = 'request-for-audit'
    for (let n = 0; n < 5; n++) {
      await recordAudit(
        { ...ctx, session: { ...ctx.session, requestId } },
        { action: 'tag.merged', target: { kind: 'tag', id: `t${n}`, name: `Zauberflöte ${n}` } },
      )
    }
    const found = async (query: object) => (await listAudit(ctx, { limit: 10, ...query })).items.length
    expect(await found({ q: 'zauberflote' })).toBe(5)
    expect(await found({ q: 'zauberflöte 3' })).toBe(1)
    expect(await found({ q: 'hedwig' })).toBe(5)
    expect(await found({ q: requestId })).toBe(5)
    expect(await found({ target: 'tag:t2' })).toBe(1)
    expect(await found({ from: '2031-05-06', to: '2031-05-06' })).toBe(5)
    expect(await found({ from: '2031-05-07' })).toBe(0)
    expect(await found({ actor: 'no-such-person' })).toBe(0)
    const seen: number[] = []
    let before: string | undefined
    do {
      const page = await listAudit(ctx, { actor: admin.id, limit: 2, before })
      seen.push(...page.items.map(({ id }) => id))
      before = page.next ?? undefined
    } while (before)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(new Set(seen).size).toBe(5)
  })

  test('can be added to, and not changed', async () => {
    await recordAudit(aCtx(database.db), { action: 'test.kept' })
    for (const statement of [
      sql`update audit_entry set action = 'x'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry cascade`,
      sql`update audit_chain set hash = ''`,
      sql`delete from audit_chain`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow('append-only')
    }
  })

  test('is refused to everyone but admins, and the attempt is recorded', async () => {
    const editor = await aPerson(database.db, 'editor')
    const call = await clientOf(app, editor)
    expect((await call('GET /api/admin/audit')).status).toBe(403)
    const { items } = await listAudit(aCtx(database.db), { actor: editor.id, limit: 10 })
    expect(items).toMatchObject([
      {
        action: 'access.refused',
        outcome: 'refused',
        target: { kind: 'endpoint', id: 'GET /api/admin/audit' },
        address: '127.0.0.1',
        requestId: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      },
    ])
    const admin = await clientOf(app, await aPerson(database.db, 'admin'))
    expect((await admin('GET /api/admin/audit?outcome=refused')).body).toMatchObject({ items: expect.any(Array) })
    expect((await admin('GET /api/admin/audit/actions')).body).toContain('access.refused')
  })
})

test('the CSV export has every page of the list and is refused to others', async () => {
  const admin = await aPerson(database.db, 'admin')
  const ctx = aCtx(database.db, { viewer: admin })
  for (let n = 0; n < 130; n++) {
    await recordAudit(ctx, { action: 'test.exported', target: { kind: 'tag', id: String(n), name: '=1+1, "x"' } })
  }
  const path = `/api/admin/audit.csv?actor=${admin.id}&action=test.exported`
  const read = async (person: { uid: string } | null) =>
    app.get(path, { headers: person ? { cookie: await signedIn(database.db, person) } : {} })
  const response = await read(admin)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines).toHaveLength(131)
  expect(lines[0]).toContain('actor,actor id,action')
  // A spreadsheet must not run it as a formula.
  expect(lines[1]).toContain(`"'=1+1, ""x""",`)
  for (const other of [null, await aPerson(database.db, 'editor')]) {
    const refused = await read(other)
    expect(refused.status).toBe(other ? 403 : 401)
    expect(await refused.text()).not.toContain('test.exported')
  }
})

test('the hash chain is complete after concurrent writes, and shows a change made behind the triggers', async () => {
  const { db } = await aDatabase()
  const ctx = aCtx(db)
  const write = (n: number) => inTransaction(ctx, (tx) => recordAudit(tx, { action: 'test.many', reason: String(n) }))
  await Promise.all(Array.from({ length: 30 }, (_, n) => write(n)))
  expect(await verifyAuditChain(db)).toMatchObject({
    entries: 30,
    broken: null,
    head: expect.stringMatching(/^\w{64}$/),
  })

  await sql`alter table audit_entry disable trigger append_only`.execute(db)
  await sql`update audit_entry set reason = 'forged' where id = (select min(id) from audit_entry)`.execute(db)
  expect((await verifyAuditChain(db)).broken).toMatch(/changed/)
})
