import type { Viewer } from '#contract/viewer.ts'
import type { Guard } from './guard.ts'
import { guardNames } from './names.ts'

const modules = import.meta.glob<{ default: Guard }>([
  './*.ts',
  '!./guard.ts',
  '!./names.ts',
  '!./run-guards.ts',
  '!./*.test.ts',
])

/** Asks the named guards in their order; the first that objects decides. A name that nobody knows is an error. */
export async function runGuards(names: readonly string[], visit: { viewer: Viewer | null; path: string }) {
  for (const name of names) {
    const load = modules[`./${name}.ts`]
    if (!load) throw new Error(`There is no guard named “${name}”. There are: ${guardNames.join(', ')}.`)
    const { default: guard } = await load()
    const verdict = guard(visit)
    if (verdict) return verdict
  }
  return undefined
}

/** For the start of the server: every guard that a page names exists. */
export function checkGuards(rows: readonly { path: string; guards?: readonly string[] }[]) {
  const unknown = rows.flatMap(({ path, guards = [] }) =>
    guards.filter((name) => !modules[`./${name}.ts`]).map((name) => `${path} names the guard “${name}”`),
  )
  if (unknown.length > 0) throw new Error(`Unknown guards: ${unknown.join('; ')}`)
}
