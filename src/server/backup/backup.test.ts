import { createHash } from 'node:crypto'
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Backup, Backups } from '#contract/backup.ts'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { listAudit } from '#server/audit/list.ts'
import { readConfig } from '#server/config.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { anApp } from '#test/app.ts'
import { aFolder, aSmallSite } from '#test/backups.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson, aSession } from '#test/people.ts'
import { deleteBackup, listBackups, startBackup, verifyBackupById } from './manage.ts'
import { runNextBackup } from './run-work.ts'
import { addScheduled, lastSlot, nextSlot, updateSchedule } from './schedule.ts'
import { type BackupStore, openBackupStore } from './store.ts'

const NOW = new Date('2026-11-18T10:00:00Z')
const signal = new AbortController().signal
const migrations = await readMigrations('migrations')

type Site = { database: Database; ctx: Ctx<Viewer>; store: BackupStore; folder: string; at(time: Date): Ctx<Viewer> }

/** A small site without a server, whose clock stands still. */
async function aSite(): Promise<Site> {
  const { database, blobs } = await aSmallSite()
  const folder = await aFolder()
  const { storage } = readConfig({ DATA_DIR: folder })
  const viewer = await aPerson(database.db, 'admin')
  const at = (time: Date) => ({ ...aCtx(database.db, { blobs, now: () => time }), viewer })
  return { database, ctx: at(NOW), at, store: openBackupStore({ storage, dataDir: folder }), folder }
}

function run({ database, store }: Site, ctx: Ctx, stop = signal) {
  return runNextBackup({ ...ctx, viewer: null }, { store, url: database.url, migrations, version: '1.0.0' }, stop)
}

async function only(site: Site) {
  const { items } = await listBackups(site.ctx, site.store)
  expect(items).toHaveLength(1)
  return items[0] as Backup
}

async function actions(ctx: Ctx) {
  const { items } = await listAudit(ctx, { limit: 50 })
  return items.map(({ action }) => action).toReversed()
}

const fileOf = ({ folder }: Site, { file }: Backup) => join(folder, 'backups', file)
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

describe('a backup of the site', () => {
  test('is made, verified and deleted, and each step is recorded', async () => {
    const site = await aSite()
    const { ctx, store } = site
    const { id } = await startBackup(ctx)
    expect(await only(site)).toMatchObject({ state: 'waiting', madeBy: { handle: ctx.viewer.handle } })
    await expect(startBackup(ctx)).rejects.toMatchObject({ code: 'backup-running' })
    expect(await run(site, ctx)).toBe(true)
    expect(await run(site, ctx)).toBe(false)
    const made = await only(site)
    const bytes = await readFile(fileOf(site, made))
    expect(made).toMatchObject({
      state: 'whole',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      objects: 1,
      missing: 0,
      verify: null,
      percent: null,
    })

    await verifyBackupById(ctx, id)
    await expect(deleteBackup(ctx, store, id)).rejects.toMatchObject({ code: 'backup-running' })
    await run(site, ctx)
    expect((await only(site)).verify).toEqual({ state: 'passed', at: NOW.toISOString(), error: null })

    bytes[600] = (bytes[600] ?? 0) ^ 1
    await writeFile(fileOf(site, made), bytes)
    await verifyBackupById(ctx, id)
    await run(site, ctx)
    expect((await only(site)).verify).toMatchObject({ state: 'failed', error: expect.stringContaining('damaged') })

    await deleteBackup(ctx, store, id)
    expect(await exists(fileOf(site, made))).toBe(false)
    expect((await listBackups(ctx, store)).items).toEqual([])
    expect(await actions(ctx)).toEqual([
      'backup.started',
      'backup.finished',
      'backup.verified',
      'backup.verified',
      'backup.deleted',
    ])
  })

  test('is stored in the bucket of a site that has one', async ({ skip }) => {
    const { TEST_S3_ENDPOINT: endpoint, TEST_S3_BUCKET: bucket = 'bramble-test' } = process.env
    if (!endpoint) return skip('TEST_S3_ENDPOINT names no S3-compatible store')
    const { storage } = readConfig({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: process.env['TEST_S3_ACCESS_KEY_ID'],
      S3_SECRET_ACCESS_KEY: process.env['TEST_S3_SECRET_ACCESS_KEY'],
    })
    const store = openBackupStore({ storage, dataDir: await aFolder() })
    const site = { ...(await aSite()), store }
    const { id } = await startBackup(site.ctx)
    await run(site, site.ctx)
    const { file, size, sha256 } = await only(site)
    const bytes = await buffer(await store.read(file))
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256])
    await verifyBackupById(site.ctx, id)
    await run(site, site.ctx)
    expect((await only(site)).verify).toMatchObject({ state: 'passed' })
    await deleteBackup(site.ctx, store, id)
    await expect(store.read(file)).rejects.toThrow(/NoSuchKey|exist/)
    await store.close()
    return undefined
  })

  test('that fails says why and leaves no file', async () => {
    const site = await aSite()
    await startBackup(site.ctx)
    const broken = { ...site.ctx, blobs: { ...site.ctx.blobs, find: () => Promise.reject(new Error('disk on fire')) } }
    await run(site, broken)
    const failed = await only(site)
    expect(failed).toMatchObject({ state: 'failed', error: 'disk on fire' })
    expect(await exists(fileOf(site, failed))).toBe(false)
    expect(await exists(`${fileOf(site, failed)}.part`)).toBe(false)
    expect(await actions(site.ctx)).toEqual(['backup.started', 'backup.failed'])
  })

  test('whose process was killed fails when its lease ends, and its partial file is deleted', async () => {
    const site = await aSite()
    const { id } = await startBackup(site.ctx)
    const lease = { state: 'running', leaseId: newId(), leaseUntil: new Date(NOW.getTime() + 1000) }
    await site.database.db.updateTable('backup').set(lease).where('id', '=', id).execute()
    const row = await only(site)
    await site.store.save(row.file, Readable.from(['half']))
    await writeFile(`${fileOf(site, row)}.part`, 'half')
    // Others wait while the lease is valid.
    await site.database.db
      .insertInto('backup')
      .values({ id: newId(), state: 'waiting', createdAt: NOW, file: 'other.tar' })
      .execute()
    expect(await run(site, site.ctx)).toBe(false)
    expect(await run(site, site.at(new Date(NOW.getTime() + 2000)))).toBe(true)
    const { items } = await listBackups(site.ctx, site.store)
    expect(items.map(({ state }) => state).toSorted()).toEqual(['failed', 'whole'])
    expect(await exists(fileOf(site, row))).toBe(false)
    expect(await exists(`${fileOf(site, row)}.part`)).toBe(false)
  })

  test('that a shutdown interrupts is made by the next process', async () => {
    const site = await aSite()
    await startBackup(site.ctx)
    const stopping = new AbortController()
    const { find } = site.ctx.blobs
    const stops = (key: string) => {
      stopping.abort()
      return find(key)
    }
    await run(site, { ...site.ctx, blobs: { ...site.ctx.blobs, find: stops } }, stopping.signal)
    expect(await only(site)).toMatchObject({ state: 'waiting', error: null })
    await run(site, site.ctx)
    expect(await only(site)).toMatchObject({ state: 'whole' })
  })
})

describe('the schedule', () => {
  const daily = { every: 'daily', hour: 3, keep: 2 } as const
  const weekly = { every: 'weekly', hour: 22, keep: 2 } as const

  test.each([
    [daily, '2026-11-18T10:00:00Z', '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
    [daily, '2026-11-18T02:59:59Z', '2026-11-17T03:00:00Z', '2026-11-18T03:00:00Z'],
    [weekly, '2026-11-18T10:00:00Z', '2026-11-16T22:00:00Z', '2026-11-23T22:00:00Z'],
    [weekly, '2026-11-16T21:00:00Z', '2026-11-09T22:00:00Z', '2026-11-16T22:00:00Z'],
    [weekly, '2026-11-15T23:00:00Z', '2026-11-09T22:00:00Z', '2026-11-16T22:00:00Z'],
  ])('%o at %s was last due at %s, and next at %s', (schedule, now, last, next) => {
    expect(lastSlot(schedule, new Date(now))).toEqual(new Date(last))
    expect(nextSlot(schedule, new Date(now))).toEqual(new Date(next))
  })

  test('is off at first, counts from when it was set, and makes one backup for all servers', async () => {
    const site = await aSite()
    await addScheduled(site.ctx)
    const { schedule } = await listBackups(site.ctx, site.store)
    expect(schedule).toEqual({ every: 'off', hour: 3, keep: 7, version: 'default' })
    await updateSchedule(site.ctx, { ...daily, version: schedule.version })
    await addScheduled(site.ctx)
    expect((await listBackups(site.ctx, site.store)).items).toEqual([])

    const tomorrow = site.at(new Date(NOW.getTime() + 20 * HOUR_MS))
    await Promise.all([addScheduled(tomorrow), addScheduled(tomorrow), addScheduled(tomorrow)])
    expect(await only(site)).toMatchObject({ state: 'waiting', scheduled: true, madeBy: null })
  })

  test('keeps the newest scheduled backups, and every one made by hand', async () => {
    const site = await aSite()
    await startBackup(site.ctx)
    await run(site, site.ctx)
    const byHand = await only(site)
    await updateSchedule(site.ctx, { ...daily, version: 'default' })
    const files: Backup[] = []
    for (let day = 1; day <= 4; day++) {
      const then = site.at(new Date(NOW.getTime() + day * DAY_MS))
      await addScheduled(then)
      await run(site, then)
      files.push(...(await listBackups(then, site.store)).items.slice(0, 1))
    }
    const { items } = await listBackups(site.ctx, site.store)
    expect(items.map(({ id }) => id)).toEqual([files[3]?.id, files[2]?.id, byHand.id])
    expect(await Promise.all(files.map((file) => exists(fileOf(site, file))))).toEqual([false, false, true, true])
  })

  test('of two people who change it at once, one is told', async () => {
    const { ctx } = await aSite()
    const saved = await updateSchedule(ctx, { ...daily, version: 'default' })
    await expect(updateSchedule(ctx, { ...weekly, version: 'default' })).rejects.toMatchObject({
      code: 'version-conflict',
      details: { current: saved },
    })
    expect(await actions(ctx)).toEqual(['backup-schedule.changed'])
  })
})

describe('over HTTP', () => {
  let database: Database
  let app: Awaited<ReturnType<typeof anApp>>
  beforeAll(async () => {
    database = await aDatabase()
    app = await anApp(database, { DATA_DIR: await aFolder() })
  })

  test('an admin starts a backup, watches it and downloads it, also in parts', async () => {
    const admin = await aPerson(database.db, 'admin')
    const call = await clientOf(app, admin)
    const { body: started } = await call('POST /api/admin/backups')
    const list = async () => (await call('GET /api/admin/backups')).body as unknown as Backups
    await expect.poll(async () => (await list()).items[0]?.state, { timeout: 30_000 }).toBe('whole')
    const [made] = (await list()).items
    const { cookie } = await aSession(database.db, admin, app.ctx)
    const path = `/api/admin/backups/${String(started['id'])}/file`
    const whole = await app.get(path, { headers: { cookie } })
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${made?.file}"`)
    expect(whole.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made?.sha256)
    const part = await app.get(path, { headers: { cookie, range: 'bytes=10-19' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
    const { items } = await listAudit(aCtx(database.db), { action: 'backup.downloaded', limit: 10 })
    expect(items).toMatchObject([{ actor: { id: admin.id }, target: { id: started['id'] } }])
  })

  test('the file is refused to everyone but admins, and the attempt is recorded', async () => {
    const path = `/api/admin/backups/${newId()}/file`
    expect((await app.get(path)).status).toBe(401)
    const editor = await aPerson(database.db, 'editor')
    const { cookie } = await aSession(database.db, editor, app.ctx)
    expect((await app.get(path, { headers: { cookie } })).status).toBe(403)
    const { items } = await listAudit(aCtx(database.db), { actor: editor.id, limit: 10 })
    expect(items).toMatchObject([{ action: 'access.refused' }])
    const admin = await aSession(database.db, await aPerson(database.db, 'admin'), app.ctx)
    expect((await app.get(path, { headers: { cookie: admin.cookie } })).status).toBe(404)
  })
})
