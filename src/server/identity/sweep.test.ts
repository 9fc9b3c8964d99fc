import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { createScheduledJobs } from '#server/platform/jobs/scheduled-jobs.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson, aSession } from '#test/people.ts'
import { sendCode } from './action-codes.ts'
import { sweepIdentity } from './sweep.ts'
import { issueTicket } from './tickets.ts'

test('expired tickets are deleted at once, expired sessions and codes after a month', async () => {
  const { db } = await aDatabase()
  const person = await aPerson(db)
  await aSession(db, person)
  await sendCode(aCtx(db), { kind: 'verify', uid: person.uid, email: person.email })
  await issueTicket(aCtx(db), { kind: 'provider', uid: null, data: {} })
  const left = async () => {
    const tables = ['ticket', 'mailCode', 'session'] as const
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
    return rows.map(({ length }) => length)
  }
  const sweepIn = async (ms: number) => {
    const now = new Date(Date.now() + ms)
    const jobs = createScheduledJobs(aCtx(db), [{ name: 'identity', run: (tx) => sweepIdentity(tx, now) }])
    await jobs.run()
    await jobs.close()
  }
  const day = 24 * HOUR_MS
  await sweepIn(0)
  expect(await left()).toEqual([1, 1, 1])
  await sweepIn(11 * MINUTE_MS)
  expect(await left()).toEqual([0, 1, 1])
  await sweepIn(32 * day)
  expect(await left()).toEqual([0, 0, 1])
  await sweepIn(91 * day)
  expect(await left()).toEqual([0, 0, 0])
})
