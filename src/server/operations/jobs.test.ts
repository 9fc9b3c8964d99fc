import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { anSmtpServer } from '#test/smtp-server.ts'
import { atEnd } from '#test/at-end.ts'
import { testVault } from '#test/vault.ts'
import type { FailedItem, Job } from '#contract/operations/operations.ts'
import { sendCode } from '#server/identity/action-codes.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createJobMonitor, describeFailure } from '#server/platform/jobs/job-monitor.ts'
import { queueMail } from '#server/platform/mail.ts'
import { createProcessMonitor, sweepReports } from '#server/platform/process-monitor.ts'
import { listJobFailures, listJobs } from './jobs-list.ts'

let database: Database
let app: TestApp
let admin: Call
let smtp: Awaited<ReturnType<typeof anSmtpServer>>
beforeAll(async () => {
  database = await aDatabase()
  smtp = await anSmtpServer()
  atEnd(smtp.close)
  app = await anApp(database, { SMTP_URL: smtp.url })
  admin = await clientOf(app, await aPerson(database.db, 'admin'))
})

function aMonitor() {
  let time = Date.now()
  // No two readings are the same, so that a success and a failure have an order.
  const now = () => new Date((time += 1))
  const jobs = createJobMonitor({ now })
  const cacheStats = () => ({ pages: 0, bytes: 0, hits: 3, misses: 1 })
  const monitor = createProcessMonitor({ database, now, log: testLog, jobs, version: '1', build: 'b', cacheStats })
  return { jobs, monitor, ctx: { ...aCtx(database.db), jobs } }
}

const jobNamed = async (ctx: Parameters<typeof listJobs>[0], name: string) =>
  (await listJobs(ctx)).find((job) => job.name === name)

describe('runs of jobs', () => {
  test('a job is failing from a failed run to the next success, and the failure stays in the history', async () => {
    const { jobs, monitor, ctx } = aMonitor()
    const tracker = jobs.track('shaky', 'worker')
    await tracker.run(async () => {})
    await expect(tracker.run(() => Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
    await expect(tracker.run(() => Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
    await monitor.report()
    expect(await jobNamed(ctx, 'shaky')).toMatchObject({
      state: 'failing',
      runs: 3,
      failures: 2,
      lastError: 'It broke.',
    })
    await expect(tracker.run(() => Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
    await tracker.run(async () => {})
    await monitor.report()
    expect(await jobNamed(ctx, 'shaky')).toMatchObject({ state: 'idle', runs: 5, failures: 3 })
    const { items } = await listJobFailures(ctx, { job: 'shaky', limit: 10 })
    expect(items).toMatchObject([{ error: 'It broke.', times: 3, item: null }])
    await monitor.close()
  })

  test('an item that fails makes the run a failure, and a running job shows where it runs', async () => {
    const { jobs, monitor, ctx } = aMonitor()
    const tracker = jobs.track('slow', 'daily')
    let end = () => {}
    const running = tracker.run(() => new Promise<void>((done) => (end = done)))
    await monitor.report()
    expect(await jobNamed(ctx, 'slow')).toMatchObject({
      state: 'running',
      processes: [{ id: monitor.id, startedAt: expect.any(String) }],
    })
    tracker.failItem(new Error('No.'), 'article:7')
    end()
    await running
    await monitor.report()
    expect(await jobNamed(ctx, 'slow')).toMatchObject({ state: 'failing', failures: 1 })
    await monitor.close()
    const left = await database.db.selectFrom('siteProcess').select('id').where('id', '=', monitor.id).execute()
    expect(left).toEqual([])
  })

  test('changes that could not be written are written later', () => {
    const jobs = createJobMonitor({ now: () => new Date() })
    const tracker = jobs.track('offline', 'worker')
    tracker.failItem(new Error('No.'), null)
    jobs.putBack(jobs.takeChanges())
    expect(jobs.takeChanges()).toMatchObject({ failures: [{ error: 'No.', job: 'offline' }] })
  })

  test('errors are stored without credentials and tokens', () => {
    const error = new Error(`smtp://ada:secret@mail.example refused ${'t'.repeat(43)}`)
    expect(describeFailure(error)).toBe('smtp://…@mail.example refused …')
  })

  test('failures are deleted after 30 days', async () => {
    const { db } = database
    const at = new Date(Date.now() - 31 * 24 * 3600_000)
    const failure = { job: 'old', item: null, error: 'No.', host: 'here', pid: 1 }
    await db
      .insertInto('jobFailure')
      .values({ ...failure, at, firstAt: at })
      .execute()
    await sweepReports(db, new Date())
    expect((await listJobFailures({ db }, { job: 'old', limit: 10 })).items).toEqual([])
  })
})

describe('the screen', () => {
  test('lists every job, starts one, and records that', async () => {
    const jobs = async () => (await admin('GET /api/admin/jobs')).body as unknown as Job[]
    expect((await jobs()).map(({ name }) => name).toSorted()).toEqual(
      expect.arrayContaining(['cleanup', 'mail', 'pictures', 'prove-counts', 'push', 'scheduled-publishing']),
    )
    expect(await admin('POST /api/admin/jobs/cleanup/run')).toMatchObject({ status: 200, body: { started: true } })
    await vi.waitFor(async () => {
      const cleanup = (await jobs()).find(({ name }) => name === 'cleanup')
      expect(cleanup).toMatchObject({ state: 'idle', lastSuccessAt: expect.any(String), runs: 1 })
    }, patiently)
    const audit = await admin('GET /api/admin/audit?action=job.started')
    expect(audit.body['items']).toMatchObject([{ target: { kind: 'job', id: 'cleanup' } }])
    expect((await admin('POST /api/admin/jobs/unknown/run')).status).toBe(404)
  })

  test('is for admins only', async () => {
    const editor = await clientOf(app, await aPerson(database.db, 'editor'))
    for (const key of ['GET /api/admin/jobs', 'GET /api/admin/system', 'GET /api/admin/system/log']) {
      expect((await editor(key)).status).toBe(403)
    }
  })
})

async function failedMail(to: string, code?: string) {
  const ctx = { db: database.db, now: () => new Date(), vault: testVault }
  const id = await queueMail(ctx, {
    kind: 'verify',
    to,
    subject: 'Hello',
    text: 'A text',
    html: '<p>A text</p>',
    ...(code !== undefined && { code }),
  })
  await giveUp(id)
  return id
}

async function giveUp(id: string) {
  const failed = { nextAttemptAt: null, attempts: 8, problem: 'ECONNREFUSED', sentAt: null }
  await database.db.updateTable('mail').set(failed).where('id', '=', id).execute()
}

describe('failed items', () => {
  const failed = async (job: string) =>
    (await admin(`GET /api/admin/jobs/failed?job=${job}`)).body['items'] as FailedItem[]

  test('mail is sent again, but not when its code was used', async () => {
    const { db } = database
    const person = await aPerson(db)
    const id = await failedMail('again@example.com')
    await sendCode(aCtx(db), { kind: 'verify', uid: person.uid, email: 'used@example.com' })
    const used = await db
      .updateTable('mail')
      .set({ nextAttemptAt: null, problem: 'No.' })
      .where('toAddress', '=', 'used@example.com')
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveUp(used.id)
    await db.updateTable('mailCode').set({ usedAt: new Date() }).where('email', '=', 'used@example.com').execute()
    expect((await failed('mail')).map((item) => item.id)).toEqual(expect.arrayContaining([id, used.id]))

    const { body } = await admin('POST /api/admin/jobs/mail/retry-all', {})
    expect(body).toMatchObject({ retried: 1, refused: 1, reason: expect.stringContaining('already used'), next: null })
    await vi.waitFor(() => {
      expect(smtp.received.map(({ to }) => to[0])).toContain('again@example.com')
    }, patiently)
    await vi.waitFor(async () => expect((await failed('mail')).map((item) => item.id)).toEqual([used.id]), patiently)
  })

  test('a picture is processed again', async () => {
    const { db } = database
    const owner = await aPerson(db, 'author')
    const id = newId()
    const media = { ownerId: owner.id, kind: 'picture', name: 'Broken', type: 'image/jpeg', size: 9, blob: newId() }
    await db
      .insertInto('media')
      .values({ id, ...media, state: 'failed', width: 40, height: 30 })
      .execute()
    expect(await failed('pictures')).toMatchObject([{ id, name: 'Broken', job: 'pictures' }])
    const retried = await admin('POST /api/admin/jobs/retry', { items: [{ job: 'pictures', id }] })
    expect(retried.body).toEqual([{ job: 'pictures', id, refused: null }])
    const again = await admin('POST /api/admin/jobs/retry', { items: [{ job: 'pictures', id: newId() }] })
    expect(again.body).toMatchObject([{ refused: { code: 'nodata' } }])
  })

  test('a story that the scheduler made a draft is published by the same rules', async () => {
    const { db } = database
    const author = await aPerson(db, 'author')
    const story = await anArticle(db, author.id)
    await db.updateTable('article').set({ state: 'draft' }).where('id', '=', story.id).execute()
    const note = 'Scheduled publishing failed. Choose a category.'
    const move = { articleId: story.id, move: 'unschedule', fromState: 'scheduled', toState: 'draft' } as const
    await db
      .insertInto('articleMove')
      .values({ id: newId(), ...move, byId: null, note, at: new Date() })
      .execute()
    expect(await failed('scheduled-publishing')).toMatchObject([{ id: story.id, error: note }])

    const items = [{ job: 'scheduled-publishing', id: story.id }]
    await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', author.id).execute()
    const refused = await admin('POST /api/admin/jobs/retry', { items })
    expect(refused.body).toMatchObject([{ refused: { message: "The author's account is disabled." } }])
    await db.updateTable('person').set({ disabledAt: null }).where('id', '=', author.id).execute()
    expect((await admin('POST /api/admin/jobs/retry', { items })).body).toMatchObject([{ refused: null }])
    expect(await failed('scheduled-publishing')).toEqual([])
    const { state } = await db
      .selectFrom('article')
      .select('state')
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('published')
  })
})
