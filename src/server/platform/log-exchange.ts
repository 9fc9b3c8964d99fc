import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { MINUTE_MS } from '#contract/constants.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import type { Db } from './db.ts'
import { newId } from './ids.ts'
import { type LogFilter, type LogRecord, type LogTail, logLevels } from './log-tail.ts'
import type { Log } from './log.ts'

const WAIT_MS = 600
const POLL_MS = 25

const levels = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'] satisfies (keyof typeof logLevels)[])
const Filter = z.object({
  level: levels,
  text: z.string().nullable(),
  requestId: z.string().nullable(),
  limit: z.int().min(1).max(500),
})
const Records = z.array(
  z.object({
    at: z.string(),
    level: levels,
    message: z.string(),
    requestId: z.string().nullable(),
    fields: z.string(),
  }),
)

export type ProcessLog = { processId: string; records: LogRecord[] }
type Options = { db: Db; now: () => Date; log: Log; tail: LogTail; processId: string }
export type LogExchange = ReturnType<typeof createLogExchange>

/**
 * Reads the log tails of all processes. They are in memory, so a process asks the others with a signal. Those answer with a
 * row in an unlogged table, which the asking process deletes.
 */
export function createLogExchange({ db, now, log, tail, processId }: Options) {
  /** `processes` are the ids of those to wait for. A process that does not answer in time is left out. */
  async function read(filter: LogFilter, processes: readonly string[]): Promise<ProcessLog[]> {
    const others = processes.filter((one) => one !== processId)
    const own = processes.includes(processId) ? [{ processId, records: tail.read(filter) }] : []
    if (others.length === 0) return own
    const requestId = newId()
    const question = Buffer.from(JSON.stringify({ ...filter, processes: others })).toString('base64url')
    await notifyInvalidated(db, [`log-tail:${requestId}:${question}`])
    try {
      return [...own, ...(await waitForAnswers(requestId, others.length))]
    } finally {
      await db.deleteFrom('logAnswer').where('requestId', '=', requestId).execute()
    }
  }

  async function waitForAnswers(requestId: string, expected: number): Promise<ProcessLog[]> {
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const { rows } = await sql<{ answers: number }>`
        select count(*) as answers from log_answer where request_id = ${requestId}`.execute(db)
      if ((rows[0]?.answers ?? 0) >= expected || performance.now() > deadline) break
      await sleep(POLL_MS)
    }
    const answers = await db
      .selectFrom('logAnswer')
      .select(['processId', 'records'])
      .where('requestId', '=', requestId)
      .execute()
    return answers.map(({ processId: from, records }) => ({
      processId: from,
      records: Records.parse(JSON.parse(records)),
    }))
  }

  async function answer(requestId: string, question: string) {
    const asked = Filter.extend({ processes: z.array(z.string()) }).parse(
      JSON.parse(Buffer.from(question, 'base64url').toString()),
    )
    if (!asked.processes.includes(processId)) return
    const records = JSON.stringify(tail.read(asked))
    await db.insertInto('logAnswer').values({ requestId, processId, at: now(), records }).execute()
    // Answers that came too late for the process that asked.
    await db
      .deleteFrom('logAnswer')
      .where('at', '<', new Date(now().getTime() - MINUTE_MS))
      .execute()
  }

  return {
    read,
    onSignals(signals: readonly string[]) {
      for (const signal of signals) {
        const [kind, requestId = '', question = ''] = signal.split(':')
        if (kind !== 'log-tail') continue
        answer(requestId, question).catch((error: unknown) => log.warn({ err: error }, 'log request not answered'))
      }
    },
  }
}
