import { createHash } from 'node:crypto'
import { workSince } from './current-work.ts'
import type { Log } from './log.ts'
import type { QueryObserver } from './watched-pool.ts'

/** Statements that take longer are collected for the system screen. */
export const COLLECTED_QUERY_MS = 200
/** Statements whose text depends on the input could be unlimited. */
const MAX_STATEMENTS = 200
const MAX_LENGTH = 4000
const MAX_LOGGED_WORK = 10

export type SlowQuery = {
  id: string
  statement: string
  calls: number
  totalMs: number
  maxMs: number
  lastAt: Date
}

export type SlowQueries = ReturnType<typeof createSlowQueries>

/** Logs statements that take at least this long, with the requests and jobs that were running all the time: it was one of these. */
export function logSlowQueries(log: Log, thresholdMs: number): QueryObserver {
  return ({ text, startedAt, ms }) => {
    if (ms < thresholdMs) return
    const running = new Set(workSince(startedAt).map(({ kind, name }) => `${kind} ${name}`))
    const query = { ms: Math.round(ms * 10) / 10, statement: normalizeStatement(text) }
    log.warn({ ...query, running: [...running].slice(0, MAX_LOGGED_WORK) }, 'slow query')
  }
}

/** Collects slow statements in memory, without their parameters. The process reports them every few seconds. */
export function createSlowQueries() {
  let found = new Map<string, SlowQuery>()

  function add(text: string, ms: number, times: { calls: number; maxMs: number; lastAt: Date }) {
    const statement = normalizeStatement(text)
    const known = found.get(statement)
    if (!known && found.size >= MAX_STATEMENTS) return
    found.set(statement, {
      id: known?.id ?? createHash('sha256').update(statement).digest('base64url').slice(0, 22),
      statement,
      calls: (known?.calls ?? 0) + times.calls,
      totalMs: (known?.totalMs ?? 0) + ms,
      maxMs: Math.max(known?.maxMs ?? 0, times.maxMs),
      lastAt: times.lastAt,
    })
  }

  return {
    record(text: string, ms: number) {
      add(text, ms, { calls: 1, maxMs: ms, lastAt: new Date() })
    },
    take(): SlowQuery[] {
      const taken = [...found.values()]
      found = new Map()
      return taken
    },
    /** For statements that could not be written. */
    putBack(taken: readonly SlowQuery[]) {
      for (const { statement, totalMs, ...times } of taken) add(statement, totalMs, times)
    },
  }
}

/** Without values: parameters are not part of the text, literals and lists of parameters are replaced. */
export function normalizeStatement(text: string) {
  return text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\((?:\s*\$\d+\s*,)+\s*\$\d+\s*\)/g, '($…)')
    .replace(/\(\$…\)(?:\s*,\s*\(\$…\))+/g, '($…), …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}
