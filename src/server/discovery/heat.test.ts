import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HALF_LIFE_MS, heatOf, together } from './heat.ts'

const at = new Date('2026-03-01T00:00:00Z')
const later = new Date(at.getTime() + HALF_LIFE_MS)

test('what happened counts half after a half-life', () => {
  expect(heatOf(1, later)).toBeCloseTo(heatOf(2, at))
  expect(together(heatOf(1, at), heatOf(1, at))).toBeCloseTo(heatOf(2, at))
  expect(heatOf(3, at)).toBeGreaterThan(heatOf(2, at))
})

test('in a hundred years the numbers are still numbers', () => {
  const far = heatOf(1000, new Date('2126-01-01'))
  expect(together(heatOf(1, at), far)).toBe(far)
  expect(Number.isFinite(far)).toBe(true)
})

test('the order in which things are counted makes no difference', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.date({ min: at, max: later, noInvalidDate: true })), {
        minLength: 1,
        maxLength: 20,
      }),
      (all) => {
        const count = (some: typeof all) =>
          some.reduce<number | null>((sum, [weight, when]) => together(sum, heatOf(weight, when)), null)
        expect(count(all)).toBeCloseTo(count(all.toReversed()) ?? 0, 6)
      },
    ),
  )
})
