import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyKey, anyPrimitive, anyTree } from '#test/arbitrary-trees.ts'
import type { Tree } from '#contract/firebase/database.ts'
import { type Bound, type TreeQuery, applyQuery, getAtPath } from './apply-query.ts'
import { compareKeys, compareValues } from './order.ts'

const anyOrder = fc.constantFrom<TreeQuery['order']>(
  { by: 'key' },
  { by: 'priority' },
  { by: 'value' },
  { by: 'child', path: ['a'] },
  { by: 'child', path: ['a', 'b'] },
)

const anyQuery = anyOrder.chain((order) => {
  const bound = fc.record<Bound>({
    value: order.by === 'key' ? fc.constant(null) : anyPrimitive,
    key: order.by === 'key' ? anyKey : fc.option(anyKey),
    open: fc.boolean(),
  })
  const limit = fc.record({ count: fc.integer({ min: 1, max: 6 }), from: fc.constantFrom('first', 'last') })
  return fc.record<TreeQuery>({
    order: fc.constant(order),
    start: fc.option(bound),
    end: fc.option(bound),
    limit: fc.option(limit),
  })
})

const anyChildren = fc.dictionary(anyKey, anyTree, { maxKeys: 12 })

/** A naive reference implementation: the position of a child is the number of children before it. */
function model(node: Record<string, Tree>, { order, start, end, limit }: TreeQuery): string[] {
  const valueAt = (key: string) => {
    const child = node[key] ?? null
    if (order.by === 'value') return child
    return order.by === 'child' ? getAtPath(child, order.path) : null
  }
  const before = (a: string, b: string) => {
    const byValue = compareValues(valueAt(a), valueAt(b))
    return byValue < 0 || (byValue === 0 && compareKeys(a, b) < 0)
  }
  const afterStart = (key: string) => {
    if (!start) return true
    const byValue = compareValues(valueAt(key), start.value)
    if (byValue !== 0) return byValue > 0
    if (start.key === null) return !start.open
    return compareKeys(key, start.key) > 0 || (key === start.key && !start.open)
  }
  const beforeEnd = (key: string) => {
    if (!end) return true
    const byValue = compareValues(valueAt(key), end.value)
    if (byValue !== 0) return byValue < 0
    if (end.key === null) return !end.open
    return compareKeys(key, end.key) < 0 || (key === end.key && !end.open)
  }
  const inside = Object.keys(node).filter((key) => afterStart(key) && beforeEnd(key))
  const placed = inside.map((key) => ({ key, place: inside.filter((other) => before(other, key)).length }))
  const { length } = inside
  const chosen = placed.filter(({ place }) => {
    if (!limit) return true
    return limit.from === 'first' ? place < limit.count : place >= length - limit.count
  })
  return chosen.map(({ key }) => key).toSorted()
}

test('matches the naive implementation and leaves each child unchanged', () => {
  fc.assert(
    fc.property(anyChildren, anyQuery, (node, query) => {
      const chosen = applyQuery(node, query)
      expect(Object.keys(chosen ?? {}).toSorted()).toEqual(model(node, query))
      for (const [key, child] of Object.entries(chosen ?? {})) expect(child).toBe(node[key])
    }),
    { numRuns: 2000 },
  )
})

test('is idempotent', () => {
  fc.assert(
    fc.property(anyChildren, anyQuery, (node, query) => {
      const once = applyQuery(node, query)
      expect(applyQuery(once, query)).toEqual(once)
    }),
  )
})

test('strings, numbers, booleans and null have no children', () => {
  const query: TreeQuery = { order: { by: 'key' }, start: null, end: null, limit: null }
  for (const leaf of ['text', 7, true, null]) expect(applyQuery(leaf, query)).toBeNull()
})

test('a path does not reach prototype properties', () => {
  expect(getAtPath({ a: { b: 1 } }, ['a', 'b'])).toBe(1)
  for (const path of [['constructor'], ['__proto__'], ['a', 'toString'], ['a', 'b', 'c'], ['x']])
    expect(getAtPath({ a: { b: 1 } }, path)).toBeNull()
})
