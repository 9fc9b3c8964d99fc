import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import type { Db } from './db.ts'
import { createRateLimits } from './rate-limits.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

let clock = new Date('2026-01-01T00:00:00Z')
const now = () => clock

/** Takes until refused; returns how many were granted. */
async function takeAll(limits: ReturnType<typeof createRateLimits>[], name: 'read' | 'write' | 'guess', who: string) {
  for (let granted = 0; granted < 5000; granted++) {
    const limit = limits[granted % limits.length]
    const refused = await limit?.take(name, who).then(
      () => null,
      (error: unknown) => error,
    )
    if (refused) return { granted, refused }
  }
  throw new Error('never refused')
}

test('the eleventh guess is refused, with the seconds to wait', async () => {
  const { granted, refused } = await takeAll([createRateLimits({ db, now, relaxed: false })], 'guess', 'one')
  expect(granted).toBe(10)
  expect(refused).toMatchObject({ code: 'too-many-requests', details: { retryAfter: 60 } })
})

test('two processes share one limit', async () => {
  const processes = [1, 2].map(() => createRateLimits({ db, now, relaxed: false }))
  expect((await takeAll(processes, 'write', 'two')).granted).toBe(60)
})

test('leases never grant more than the limit, and reach it', async () => {
  expect((await takeAll([createRateLimits({ db, now, relaxed: false })], 'read', 'three')).granted).toBe(1200)
  const processes = [1, 2, 3].map(() => createRateLimits({ db, now, relaxed: false }))
  const { granted } = await takeAll(processes, 'read', 'four')
  expect(granted).toBeLessThanOrEqual(1200)
  expect(granted).toBeGreaterThan(1200 - 3 * 60)
})

test.each([
  ['read', 1200],
  ['write', 60],
] as const)('%s grants the same number of parallel and sequential requests', async (name, most) => {
  const limits = createRateLimits({ db, now, relaxed: false })
  const outcomes: PromiseSettledResult<void>[] = []
  for (let round = 0; round < 35; round++)
    outcomes.push(...(await Promise.allSettled(Array.from({ length: 40 }, () => limits.take(name, 'parallel')))))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most)
})

test('amounts are counted, and the remainder can be used by smaller ones', async () => {
  const limits = createRateLimits({ db, now, relaxed: false })
  const most = 24 * 1024
  for (let taken = 0; taken < most - 1000; taken += 1000) await limits.take('document', 'amounts', 1000)
  await expect(limits.take('document', 'amounts', 1000)).rejects.toMatchObject({ code: 'too-many-requests' })
  await limits.take('document', 'amounts', most % 1000)
  await expect(limits.take('document', 'amounts')).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('limits are per person and per window', async () => {
  const limits = createRateLimits({ db, now, relaxed: false })
  await takeAll([limits], 'guess', 'five')
  await limits.take('guess', 'six')
  clock = new Date(clock.getTime() + 60_001)
  await expect(limits.take('guess', 'five')).resolves.toBeUndefined()
})

test('limits survive a restart', async () => {
  await takeAll([createRateLimits({ db, now, relaxed: false })], 'guess', 'seven')
  await expect(createRateLimits({ db, now, relaxed: false }).take('guess', 'seven')).rejects.toMatchObject({
    code: 'too-many-requests',
  })
})

test('expired windows are deleted', async () => {
  const limits = createRateLimits({ db, now, relaxed: false })
  await limits.take('guess', 'eight')
  clock = new Date(clock.getTime() + 2 * 3_600_000)
  await limits.sweep(db)
  expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual([])
})

test('relaxed limits never refuse', async () => {
  const limits = createRateLimits({ db, now, relaxed: true })
  const taken = await Promise.all(Array.from({ length: 100 }, () => limits.take('guess', 'nine')))
  expect(taken).toHaveLength(100)
})
