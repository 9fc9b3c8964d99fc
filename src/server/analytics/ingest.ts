import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import { createThread } from '#server/platform/worker-thread.ts'
import { openCountries } from './countries.ts'
import { type Recorder, createRecorder } from './record-events.ts'

/** Requests that are not answered yet, above which new ones are refused. Browsers keep their events and send them again. */
const MAX_WAITING = 400

type Options = {
  db: Db
  now: () => Date
  log: Log
  origin: string
  countryDatabase?: string | null
  /** The script of a worker thread, and how it opens the database. Without it, events are recorded in this thread. */
  thread?: { file: string; url: string; prepare: boolean }
}

/** What the worker thread is given. */
export type ThreadSettings = { url: string; prepare: boolean; origin: string; countryDatabase: string | null }

/** Since the process started: events and requests. Requests are shed when too many are waiting or the database fails. */
export type IngestCounts = {
  accepted: number
  excluded: number
  acceptedRequests: number
  shedRequests: number
  waitingRequests: number
}

export type Ingest = ReturnType<typeof createIngest>

/**
 * Accepts events. They are acknowledged once they are stored. They are validated and described in a worker thread of low
 * priority, because reading must not wait for it.
 */
export function createIngest({ db, now, log, origin, countryDatabase = null, thread: given }: Options) {
  const data = given && ({ ...given, origin, countryDatabase } satisfies ThreadSettings)
  let recorder: Promise<Recorder> | undefined
  const load = async () =>
    createRecorder({ db, now, log, origin, countryOf: await openCountries(countryDatabase, log) })
  const thread = createThread({
    file: given?.file ?? null,
    load: () => (recorder ??= load()),
    concurrency: MAX_WAITING,
    maxQueued: 1,
    data,
    log,
  })
  const counts: IngestCounts = {
    accepted: 0,
    excluded: 0,
    acceptedRequests: 0,
    shedRequests: 0,
    waitingRequests: 0,
  }

  async function accept({ session }: Pick<Ctx, 'session'>, json: string) {
    if (counts.waitingRequests >= MAX_WAITING) {
      counts.shedRequests += 1
      throw new Refusal('unavailable')
    }
    counts.waitingRequests += 1
    try {
      const { address, device, languages, doNotTrack, viewAs } = session
      const sender = { address, device, languages, doNotTrack, viewAs }
      const { accepted, excluded } = await thread.run('record', json, sender)
      counts.acceptedRequests += 1
      counts.accepted += accepted
      counts.excluded += excluded
      return { accepted }
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unavailable') counts.shedRequests += 1
      throw error
    } finally {
      counts.waitingRequests -= 1
    }
  }

  return {
    accept,
    counts: () => ({ ...counts }),
    close: thread.close,
  }
}
