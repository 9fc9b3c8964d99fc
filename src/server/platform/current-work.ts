import { AsyncLocalStorage } from 'node:async_hooks'

/** A request by its route pattern, or a run of a background job by its name. */
export type Work = { kind: 'route' | 'job'; name: string; readonly startedAt: number }

const storage = new AsyncLocalStorage<Work>()
const running = new Set<Work>()
let followsCalls = false

export function startWork(kind: Work['kind'], name: string): Work {
  const work = { kind, name, startedAt: performance.now() }
  running.add(work)
  return work
}

export function endWork(work: Work) {
  running.delete(work)
}

/**
 * From now on, what `runAs` starts knows its work. Traces need this. It cannot be undone, and in Node 20 it makes every request
 * slower, also those for cached pages.
 */
export function followCalls() {
  followsCalls = true
}

/** Everything that `run` starts belongs to this work. */
export function runAs<Result>(work: Work, run: () => Result): Result {
  return followsCalls ? storage.run(work, run) : run()
}

/** Undefined when calls are not followed, and for timers that no request and no job has started. */
export function currentWork(): Work | undefined {
  return storage.getStore()
}

/** What runs now and has been running since this time of `performance.now()`. Only the current work when calls are followed. */
export function workSince(startedAt: number): Work[] {
  if (!followsCalls) return [...running].filter((work) => work.startedAt <= startedAt)
  const work = currentWork()
  return work ? [work] : []
}
