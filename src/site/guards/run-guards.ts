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

/** Runs the guards in order and returns the first objection. Throws on an unknown name. */
export async function runGuards(names: readonly string[], visit: { viewer: Viewer | null; path: string }) {
  for (const name of names) {
    const load = modules[`./${name}.ts`]
    if (!load) throw new Error(`Unknown guard “${name}”. Guards: ${guardNames.join(', ')}.`)
    const { default: guard } = await load()
    const verdict = guard(visit)
    if (verdict) return verdict
  }
  return undefined
}

/** Throws if a route uses an unknown guard. Called at server startup. */
export function checkGuards(rows: readonly { path: string; guards?: readonly string[] }[]) {
  const unknown = rows.flatMap(({ path, guards = [] }) =>
    guards.filter((name) => !modules[`./${name}.ts`]).map((name) => `${path} uses the guard “${name}”`),
  )
  if (unknown.length > 0) throw new Error(`Unknown guards: ${unknown.join('; ')}`)
}
