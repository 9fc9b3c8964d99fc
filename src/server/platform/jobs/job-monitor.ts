import { type Work, endWork, runAs, startWork } from '#server/platform/current-work.ts'

export type JobKind = 'worker' | 'scheduled' | 'daily'

const MAX_ERROR = 500
const MAX_PENDING_FAILURES = 200

/** Reports the runs of one job. */
export type JobTracker = {
  /** Counts a run. It fails when it throws, or when an item failed meanwhile. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** An item failed, and the run goes on. `item` is its kind and id, such as `article:ID`. */
  failItem(error: unknown, item: string | null): void
  setNextRun(at: Date | null): void
}

export type JobFailureRecord = { job: string; at: Date; item: string | null; error: string; times: number }

/** The runs of a job since the last report. */
export type JobRuns = {
  runs: number
  failures: number
  lastStartedAt: Date | null
  lastSuccessAt: Date | null
  lastDurationMs: number | null
  lastFailureAt: Date | null
  lastError: string | null
}
export type JobChanges = { runs: Map<string, JobRuns>; failures: JobFailureRecord[] }

type Tracked = {
  kind: JobKind
  start: (() => Promise<unknown>) | null
  running: number
  startedAt: Date | null
  nextRunAt: Date | null
}

export type JobMonitor = ReturnType<typeof createJobMonitor>
/** Sees every run. The work has the name of the job. */
export type JobObserver = { started?(work: Work): void; ended(work: Work, run: { ms: number; failed: boolean }): void }

/**
 * Collects the runs of the jobs of this process in memory. Jobs run up to several times a second, so nothing is written
 * here: the process reports what has changed every few seconds.
 */
export function createJobMonitor({ now, onFailure = () => {} }: { now: () => Date; onFailure?: () => void }) {
  const observers = new Set<JobObserver>()
  const jobs = new Map<string, Tracked>()
  let changes: JobChanges = { runs: new Map(), failures: [] }

  function changesOf(name: string): JobRuns {
    const known = changes.runs.get(name)
    if (known) return known
    const fresh = {
      runs: 0,
      failures: 0,
      lastStartedAt: null,
      lastSuccessAt: null,
      lastDurationMs: null,
      lastFailureAt: null,
      lastError: null,
    }
    changes.runs.set(name, fresh)
    return fresh
  }

  function addFailure(job: string, thrown: unknown, item: string | null) {
    const at = now()
    const error = describeFailure(thrown)
    const same = changes.failures.find((one) => one.job === job && one.item === item && one.error === error)
    if (same) Object.assign(same, { at, times: same.times + 1 })
    else if (changes.failures.length < MAX_PENDING_FAILURES) changes.failures.push({ job, at, item, error, times: 1 })
    Object.assign(changesOf(job), { lastFailureAt: at, lastError: error })
    monitor.onFailure()
  }

  /** `start` runs the job at once, in this process. */
  function track(name: string, kind: JobKind, start: (() => Promise<unknown>) | null = null): JobTracker {
    const tracked: Tracked = { kind, start, running: 0, startedAt: null, nextRunAt: null }
    jobs.set(name, tracked)
    let failedItems = 0
    return {
      async run(work) {
        const startedAt = now()
        const failedBefore = failedItems
        tracked.running += 1
        tracked.startedAt ??= startedAt
        const since = performance.now()
        const current = startWork('job', name)
        for (const observer of observers) observer.started?.(current)
        let failed = true
        try {
          const result = await runAs(current, work)
          failed = failedItems > failedBefore
          return result
        } catch (error) {
          // The caller logs and handles it.
          addFailure(name, error, null)
          throw error
        } finally {
          tracked.running -= 1
          if (tracked.running === 0) tracked.startedAt = null
          endWork(current)
          const ms = performance.now() - since
          for (const observer of observers) observer.ended(current, { ms, failed })
          const change = changesOf(name)
          change.runs += 1
          change.lastStartedAt = startedAt
          change.lastDurationMs = Math.round(ms)
          if (failed) change.failures += 1
          else change.lastSuccessAt = now()
        }
      },
      failItem(error, item) {
        failedItems += 1
        addFailure(name, error, item)
      },
      setNextRun(at) {
        tracked.nextRunAt = at
      },
    }
  }

  const monitor = {
    track,
    /** Called after each failure. */
    onFailure,
    observers,
    /** Starts a job now. Null when no such job can be started. */
    start(name: string): Promise<unknown> | null {
      return jobs.get(name)?.start?.() ?? null
    },
    list: () => [...jobs].map(([name, { kind, startedAt, nextRunAt }]) => ({ name, kind, startedAt, nextRunAt })),
    takeChanges(): JobChanges {
      const taken = changes
      changes = { runs: new Map(), failures: [] }
      return taken
    },
    /** For changes that could not be written: they are reported with the next ones. */
    putBack(taken: JobChanges) {
      for (const [name, one] of taken.runs) {
        const later = changesOf(name)
        changes.runs.set(name, {
          ...one,
          ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null)),
          runs: one.runs + later.runs,
          failures: one.failures + later.failures,
        })
      }
      changes.failures = [...taken.failures, ...changes.failures].slice(-MAX_PENDING_FAILURES)
    },
  }
  return monitor
}

/** The message of an error, without credentials in URLs and without tokens. */
export function describeFailure(error: unknown) {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message
    .replace(/\/\/[^\s/@]+@/g, '//…@')
    .replace(/[\w-]{40,}/g, '…')
    .replaceAll('\u0000', '')
    .slice(0, MAX_ERROR)
}
