import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HALF_LIFE_MS, popularityScore, combineScores } from './popularity.ts'

const at = new Date('2026-03-01T00:00:00Z')
const later = new Date(at.getTime() + HALF_LIFE_MS)

test('engagement counts half after a half-life', () => {
  expect(popularityScore(1, later)).toBeCloseTo(popularityScore(2, at))
  expect(combineScores(popularityScore(1, at), popularityScore(1, at))).toBeCloseTo(popularityScore(2, at))
  expect(popularityScore(3, at)).toBeGreaterThan(popularityScore(2, at))
})

test('scores stay finite for a hundred years', () => {
  const far = popularityScore(1000, new Date('2126-01-01'))
  expect(combineScores(popularityScore(1, at), far)).toBe(far)
  expect(Number.isFinite(far)).toBe(true)
})

test('the order of counting makes no difference', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.date({ min: at, max: later, noInvalidDate: true })), {
        minLength: 1,
        maxLength: 20,
      }),
      (all) => {
        const count = (some: typeof all) =>
          some.reduce<number | null>((sum, [weight, when]) => combineScores(sum, popularityScore(weight, when)), null)
        expect(count(all)).toBeCloseTo(count(all.toReversed()) ?? 0, 6)
      },
    ),
  )
})
