import type { Tree } from '#contract/firebase/database.ts'

const INTEGER = /^-?0*\d{1,10}$/
const MOST = 2 ** 31 - 1
const LEAST = -(2 ** 31)

/** The number a key stands for, or null when it is only text. */
export function integerOf(key: string): number | null {
  if (!INTEGER.test(key)) return null
  const number = Number(key)
  return number >= LEAST && number <= MOST ? number : null
}

/** Keys that are whole numbers of 32 bits come first, by their size; then the others, by their code units. */
export function compareKeys(a: string, b: string): number {
  const [left, right] = [integerOf(a), integerOf(b)]
  if (left === null || right === null) return left !== null ? -1 : right !== null ? 1 : compare(a, b)
  // `7` and `07` are one number but two keys.
  return compare(left, right) || compare(a.length, b.length) || compare(a, b)
}

/** Null, false, true, numbers, strings, objects. Objects are alike: their keys decide. */
export function compareValues(a: Tree | null, b: Tree | null): number {
  const rank = compare(rankOf(a), rankOf(b))
  if (rank !== 0) return rank
  if (typeof a === 'number' && typeof b === 'number') return compare(a, b)
  return typeof a === 'string' && typeof b === 'string' ? compare(a, b) : 0
}

function rankOf(value: Tree | null) {
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 2 : 1
  if (typeof value === 'number') return 3
  return typeof value === 'string' ? 4 : 5
}

function compare<Value extends string | number>(a: Value, b: Value) {
  return a < b ? -1 : a > b ? 1 : 0
}
