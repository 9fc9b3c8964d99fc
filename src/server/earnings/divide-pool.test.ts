import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dividePool, exactShare, poolOf } from './divide-pool.ts'

const month = { month: '2026-10', currency: 'eur' }

test('a pool is divided by reads, and authors share the reads of their story', () => {
  const { shares, total } = dividePool({ ...month, pool: 1000 }, [
    { articleId: 'a', title: 'Alone', reads: 6, authorIds: ['ada'] },
    { articleId: 'b', title: 'Together', reads: 4, authorIds: ['ada', 'bo'] },
    { articleId: 'c', title: 'Unread', reads: 0, authorIds: ['cleo'] },
  ])
  expect(total).toBe(10)
  expect(shares.map(({ personId, amount }) => [personId, amount])).toEqual([
    ['ada', 600],
    ['ada', 200],
    ['bo', 200],
  ])
})

test('the largest remainders are rounded up', () => {
  const { shares } = dividePool({ ...month, pool: 10 }, [
    { articleId: 'a', title: '', reads: 1, authorIds: ['ada'] },
    { articleId: 'b', title: '', reads: 5, authorIds: ['bo'] },
    { articleId: 'c', title: '', reads: 1, authorIds: ['cleo', 'dan'] },
  ])
  // 1.43, 7.14, 0.71 and 0.71.
  expect(shares.map(({ amount }) => amount)).toEqual([1, 7, 1, 1])
})

test('without reads nothing is distributed', () => {
  expect(dividePool({ ...month, pool: 500 }, [])).toEqual({ total: 0, roundUpFrom: null, shares: [] })
})

const stories = fc.array(
  fc.record({
    reads: fc.integer({ min: 0, max: 10_000 }),
    authors: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 5 }),
  }),
  { maxLength: 40 },
)

test('amounts always sum to the pool, are never negative, and each can be recomputed alone', () => {
  const input = fc.record({ revenue: fc.nat(2_000_000_000), percent: fc.integer({ min: 0, max: 100 }), stories })
  fc.assert(
    fc.property(input, ({ revenue, percent, stories: given }) => {
      const pool = poolOf(revenue, percent)
      const { total, roundUpFrom, shares } = dividePool(
        { ...month, pool },
        given.map(({ reads, authors }, index) => ({
          articleId: `story-${index}`,
          title: '',
          reads,
          authorIds: authors.map((author) => `person-${author}`),
        })),
      )
      const sum = shares.reduce((so, { amount }) => so + amount, 0)
      expect(sum).toBe(total === 0 ? 0 : pool)
      for (const { amount, reads, authors, tieKey } of shares) {
        const { floor, rank } = exactShare({ pool, total, reads, authors, tieKey })
        expect(amount).toBe(floor + (roundUpFrom !== null && rank >= roundUpFrom ? 1 : 0))
        expect(amount).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
