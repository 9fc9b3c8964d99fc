import type { Primitive, Tree } from '#contract/firebase/database.ts'
import { compareKeys, compareValues } from './order.ts'

/** Where a range begins or ends. Without a key it holds every child of that value, or, when open, none of them. */
export type Bound = { value: Primitive; key: string | null; open: boolean }

export type TreeQuery = {
  order: { by: 'key' } | { by: 'priority' } | { by: 'value' } | { by: 'child'; path: string[] }
  start: Bound | null
  end: Bound | null
  limit: { count: number; from: 'first' | 'last' } | null
}

type Place = { key: string; value: Tree | null; child: Tree }

/** The children that a query asks for, in its order. What has no children has none to choose from. */
export function choose(node: Tree | null, { order, start, end, limit }: TreeQuery): Tree | null {
  if (node === null || typeof node !== 'object') return null
  const places = Object.entries(node)
    .map(([key, child]): Place => ({ key, child, value: valueOf(child, order) }))
    .filter((place) => (!start || inside(side(place, start), start)) && (!end || inside(-side(place, end), end)))
    .toSorted((a, b) => compareValues(a.value, b.value) || compareKeys(a.key, b.key))
  const chosen = !limit ? places : limit.from === 'first' ? places.slice(0, limit.count) : places.slice(-limit.count)
  return Object.fromEntries(chosen.map(({ key, child }) => [key, child]))
}

/** What lies at the end of a path, or null. */
export function walk(node: Tree | null, path: readonly string[]): Tree | null {
  let here = node
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return null
    here = here[key] ?? null
  }
  return here
}

/** Nothing here has a priority, so by priority, as by key, only the keys differ. */
function valueOf(child: Tree, order: TreeQuery['order']): Tree | null {
  if (order.by === 'child') return walk(child, order.path)
  return order.by === 'value' ? child : null
}

/** On which side of a bound a child lies: before it, on it, after it. */
function side({ value, key }: Place, bound: Bound) {
  return compareValues(value, bound.value) || (bound.key === null ? 0 : compareKeys(key, bound.key))
}

function inside(beyond: number, { open }: Bound) {
  return open ? beyond > 0 : beyond >= 0
}
