import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyKey, anyTree } from '#test/arbitrary-trees.ts'
import { compareKeys, compareValues } from './order.ts'

describe('keys', () => {
  test('integers sort first by size, then strings by code units', () => {
    const sorted = ['-5', '0', '7', '07', '007', '10', '2147483647', '1.5', '2147483648', 'A', 'Z', 'a', 'é', '😀']
    expect(sorted.toReversed().toSorted(compareKeys)).toEqual(sorted)
  })

  test('the order is total: only equal keys compare as equal', () => {
    fc.assert(fc.property(anyKey, anyKey, (a, b) => (compareKeys(a, b) === 0) === (a === b)))
    fc.assert(fc.property(anyKey, anyKey, (a, b) => compareKeys(a, b) === -compareKeys(b, a) + 0))
    fc.assert(
      fc.property(anyKey, anyKey, anyKey, (a, b, c) => {
        fc.pre(compareKeys(a, b) <= 0 && compareKeys(b, c) <= 0)
        return compareKeys(a, c) <= 0
      }),
    )
  })
})

describe('values', () => {
  test('sort as null, false, true, numbers, strings, objects', () => {
    const sorted = [null, false, true, -1, 0, 1.5, 20, '', '1', 'A', 'a', { a: 1 }]
    expect(sorted.toReversed().toSorted(compareValues)).toEqual(sorted)
  })

  test('the order is total, except that all objects compare as equal', () => {
    const value = fc.option(anyTree)
    fc.assert(fc.property(value, value, (a, b) => compareValues(a, b) === -compareValues(b, a) + 0))
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        fc.pre(compareValues(a, b) <= 0 && compareValues(b, c) <= 0)
        return compareValues(a, c) <= 0
      }),
    )
    fc.assert(
      fc.property(value, value, (a, b) => {
        const objects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
        return compareValues(a, b) !== 0 || objects || a === b
      }),
    )
  })
})
