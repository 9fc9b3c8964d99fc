import { expect, test } from 'vitest'
import { windowFor } from './windows.ts'

const months = Array.from({ length: 24 }, (_, at) => ({
  month: `${2026 - Math.floor(at / 12)}${String(12 - (at % 12)).padStart(2, '0')}`,
  stories: 2000,
}))
const usual = { months, year: null, share: 1, most: 400 }

test('of a word that every story has, the newest month is enough', () => {
  expect(windowFor({ ...usual, uses: [48_000] })).toBe("('@202612')")
})

test('of one that half of them have, more months', () => {
  expect(windowFor({ ...usual, uses: [12_000] })).toBe("('@202612' | '@202611')")
})

test('of a rare one, and of two that are rare together, all are looked at', () => {
  for (const uses of [[100], [900], [5000, 5000], [], [0]]) expect(windowFor({ ...usual, uses })).toBeNull()
})

test('within a year, the newest of that year', () => {
  expect(windowFor({ ...usual, year: 2025, uses: [48_000] })).toBe("('@202512')")
  expect(windowFor({ ...usual, year: 1999, uses: [48_000] })).toBeNull()
})

test('a small category needs more months', () => {
  expect(windowFor({ ...usual, share: 0.25, uses: [48_000] })?.split('|')).toHaveLength(2)
})

test('where nothing is published there is nothing to look at', () => {
  expect(windowFor({ ...usual, months: [], uses: [5] })).toBeNull()
})
