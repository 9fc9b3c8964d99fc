import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getOperationsHealth } from './health.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

test('the health of the site counts failed and waiting mail and failing jobs, and is cached', async () => {
  const ctx = aCtx(db)
  expect(await getOperationsHealth(ctx)).toMatchObject({
    failedJobs: 0,
    failedMail: 0,
    waitingMail: 0,
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    database: { reachable: true, sizeBytes: expect.any(Number) },
    problems: [],
  })
  const mail = { kind: 'verify', toAddress: 'ada@example.com', subject: 'Hello' }
  await db
    .insertInto('mail')
    .values([
      { id: newId(), ...mail, problem: 'ECONNREFUSED', nextAttemptAt: null },
      { id: newId(), ...mail, nextAttemptAt: new Date() },
      { id: newId(), ...mail, nextAttemptAt: null, sentAt: new Date() },
    ])
    .execute()
  const at = new Date()
  await db
    .insertInto('jobState')
    .values([
      { name: 'sitemap', lastFailureAt: at, lastError: 'No.' },
      { name: 'push', lastFailureAt: new Date(at.getTime() - 1000), lastSuccessAt: at },
    ])
    .execute()
  expect(await getOperationsHealth(ctx)).toMatchObject({ failedMail: 0 })
  const later = { ...ctx, now: () => new Date(Date.now() + 10_000) }
  expect(await getOperationsHealth(later)).toMatchObject({
    failedJobs: 1,
    failedMail: 1,
    waitingMail: 1,
    problems: [{ code: 'jobs-failing' }, { code: 'mail-failed' }],
  })
})
