import type { Tree } from '#contract/firebase/database.ts'

const INTEGER = /^-?0*\d{1,10}$/
const MAX_INTEGER = 2 ** 31 - 1
const MIN_INTEGER = -(2 ** 31)

/** Null for a key that is not a 32-bit integer. */
export function parseIntegerKey(key: string): number | null {
  if (!INTEGER.test(key)) return null
  const number = Number(key)
  return number >= MIN_INTEGER && number <= MAX_INTEGER ? number : null
}

/** 32-bit integer keys first, numerically; then the others, by code unit. */
export function compareKeys(a: string, b: string): number {
  const [left, right] = [parseIntegerKey(a), parseIntegerKey(b)]
  if (left === null || right === null) return left !== null ? -1 : right !== null ? 1 : compare(a, b)
  // `7` and `07` are the same number but different keys.
  return compare(left, right) || compare(a.length, b.length) || compare(a, b)
}

/** Null, false, true, numbers, strings, objects. Objects compare equal, so their keys decide. */
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
