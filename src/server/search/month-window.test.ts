import { expect, test } from 'vitest'
import { findMonthWindow } from './month-window.ts'

const months = Array.from({ length: 24 }, (_, at) => ({
  month: `${2026 - Math.floor(at / 12)}${String(12 - (at % 12)).padStart(2, '0')}`,
  stories: 2000,
}))
const usual = { months, year: null, share: 1, most: 400 }

test('one month is enough for a word in every story', () => {
  expect(findMonthWindow({ ...usual, frequencies: [48_000] })).toBe("('@202612')")
})

test('a word in half of the stories needs more months', () => {
  expect(findMonthWindow({ ...usual, frequencies: [12_000] })).toBe("('@202612' | '@202611')")
})

test('rare words, and words rarely found together, search all months', () => {
  for (const frequencies of [[100], [900], [5000, 5000], [], [0]])
    expect(findMonthWindow({ ...usual, frequencies })).toBeNull()
})

test('a year filter uses the newest months of that year', () => {
  expect(findMonthWindow({ ...usual, year: 2025, frequencies: [48_000] })).toBe("('@202512')")
  expect(findMonthWindow({ ...usual, year: 1999, frequencies: [48_000] })).toBeNull()
})

test('a small category needs more months', () => {
  expect(findMonthWindow({ ...usual, share: 0.25, frequencies: [48_000] })?.split('|')).toHaveLength(2)
})

test('no window without published stories', () => {
  expect(findMonthWindow({ ...usual, months: [], frequencies: [5] })).toBeNull()
})
