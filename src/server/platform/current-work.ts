import { AsyncLocalStorage } from 'node:async_hooks'

/** A request by its route pattern, or a background job by its name: what a slow query is logged with. */
export type Work = { kind: 'route' | 'job'; name: string }

const storage = new AsyncLocalStorage<Work>()

/** Everything that `run` starts belongs to this work. */
export function runAs<Result>(work: Work, run: () => Result): Result {
  return storage.run(work, run)
}

/** Undefined during startup and for timers that no request and no job has started. */
export function currentWork(): Work | undefined {
  return storage.getStore()
}
