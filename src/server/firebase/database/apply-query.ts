import type { Primitive, Tree } from '#contract/firebase/database.ts'
import { compareKeys, compareValues } from './order.ts'

/** Without a key, the bound includes every child of that value or, if open, none of them. */
export type Bound = { value: Primitive; key: string | null; open: boolean }

export type TreeQuery = {
  order: { by: 'key' } | { by: 'priority' } | { by: 'value' } | { by: 'child'; path: string[] }
  start: Bound | null
  end: Bound | null
  limit: { count: number; from: 'first' | 'last' } | null
}

type Entry = { key: string; value: Tree | null; child: Tree }

/** The matching children, in the query's order. Null for a node without children. */
export function applyQuery(node: Tree | null, { order, start, end, limit }: TreeQuery): Tree | null {
  if (node === null || typeof node !== 'object') return null
  const entries = Object.entries(node)
    .map(([key, child]): Entry => ({ key, child, value: valueOf(child, order) }))
    .filter(
      (entry) =>
        (!start || isInside(compareToBound(entry, start), start)) &&
        (!end || isInside(-compareToBound(entry, end), end)),
    )
    .toSorted((a, b) => compareValues(a.value, b.value) || compareKeys(a.key, b.key))
  const selected = !limit
    ? entries
    : limit.from === 'first'
      ? entries.slice(0, limit.count)
      : entries.slice(-limit.count)
  return Object.fromEntries(selected.map(({ key, child }) => [key, child]))
}

export function getAtPath(node: Tree | null, path: readonly string[]): Tree | null {
  let here = node
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return null
    here = here[key] ?? null
  }
  return here
}

/** Nodes here have no priority, so ordering by priority is ordering by key. */
function valueOf(child: Tree, order: TreeQuery['order']): Tree | null {
  if (order.by === 'child') return getAtPath(child, order.path)
  return order.by === 'value' ? child : null
}

/** Negative before the bound, zero on it, positive after it. */
function compareToBound({ value, key }: Entry, bound: Bound) {
  return compareValues(value, bound.value) || (bound.key === null ? 0 : compareKeys(key, bound.key))
}

function isInside(beyond: number, { open }: Bound) {
  return open ? beyond > 0 : beyond >= 0
}
