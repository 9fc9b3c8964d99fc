import { DAY_MS, MINUTE_MS } from '#contract/constants.ts'
import { AnalyticsBatch, MAX_EVENT_AGE_DAYS } from '#contract/analytics/events.ts'
import type { Session } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { parsePart } from '#server/platform/parse-part.ts'
import type { CountryOf } from './countries.ts'
import { deviceOf, isExcluded, languageOf } from './describe-request.ts'
import { describePath } from './page-kind.ts'
import { type Reader, type StoredEvent, toStoredEvent } from './stored-event.ts'
import { createVisitorHashes } from './visitor-hash.ts'

/** Requests that arrive within this time are written together. */
const GATHER_MS = 50
const MAX_WRITTEN = 2000
/** A clock that differs more is corrected. */
const MAX_CLOCK_ERROR_MS = MINUTE_MS
const Body = AnalyticsBatch.strict()

/** Who sent a request. */
export type Sender = Pick<Session, 'address' | 'device' | 'languages' | 'doNotTrack' | 'viewAs'>

type Waiting = { events: StoredEvent[]; resolve(): void; reject(error: unknown): void }
type Options = { db: Db; now: () => Date; log: Log; origin: string; countryOf: CountryOf }

export type Recorder = ReturnType<typeof createRecorder>

/** Validates events and stores them, in one statement for all requests of a moment. */
export function createRecorder({ db, now, log, origin, countryOf }: Options) {
  const hashVisitor = createVisitorHashes(db)
  const ownHosts = new Set([new URL(origin).hostname.replace(/^www\./, '')])
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  /** Resolves once the events of a request body are stored. */
  async function record(json: string, sender: Sender): Promise<{ accepted: number; excluded: number }> {
    const batch = parsePart('body', Body, parseJson(json))
    if (isExcluded(sender)) return { accepted: 0, excluded: batch.events.length }
    const events = await describe(sender, batch)
    const stored = events.filter(({ kind }) => kind !== 'test')
    if (stored.length > 0) await write(stored)
    return { accepted: events.length, excluded: batch.events.length - events.length }
  }

  async function describe(sender: Sender, { sentAt, events }: AnalyticsBatch): Promise<StoredEvent[]> {
    const time = now().getTime()
    const clockError = sentAt - time
    const correction = Math.abs(clockError) > MAX_CLOCK_ERROR_MS ? clockError : 0
    const oldest = time - MAX_EVENT_AGE_DAYS * DAY_MS
    const today = dayOf(now())
    const yesterday = dayOf(new Date(time - DAY_MS))
    const reader: Reader = {
      device: deviceOf(sender.device),
      language: languageOf(sender.languages),
      country: countryOf(sender.address),
    }
    const visitors = new Map<string, string>()
    const described: StoredEvent[] = []
    for (const event of events) {
      const happened = Math.min(time, event.at - correction)
      const page = describePath(event.path)
      if (!page || happened < oldest) continue
      const at = new Date(happened).toISOString()
      const day = at.slice(0, 10)
      // Older salts are deleted.
      const saltDay = day >= yesterday ? day : today
      const visitor = visitors.get(saltDay) ?? (await hashVisitor(saltDay, sender))
      visitors.set(saltDay, visitor)
      described.push(toStoredEvent({ event, at, visitor, page, reader, ownHosts }))
    }
    return described
  }

  function write(events: StoredEvent[]): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      waiting.push({ events, resolve, reject })
      schedule()
    })
  }

  function schedule() {
    if (timer || writing) return
    timer = setTimeout(() => {
      timer = null
      void flush()
    }, GATHER_MS)
  }

  async function flush() {
    const taken = takeWaiting()
    if (taken.length === 0) return
    writing = insert(taken)
    await writing
    writing = null
    if (waiting.length > 0) schedule()
  }

  function takeWaiting() {
    let size = 0
    const fitting = waiting.findIndex(({ events }, index) => (size += events.length) > MAX_WRITTEN && index > 0)
    const taken = fitting === -1 ? waiting : waiting.slice(0, fitting)
    waiting = fitting === -1 ? [] : waiting.slice(fitting)
    return taken
  }

  async function insert(taken: readonly Waiting[]) {
    try {
      // PostgreSQL refuses half of a surrogate pair.
      const events = JSON.stringify(taken.flatMap((one) => one.events)).replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\uFFFD')
      await db.insertInto('analyticsBatch').values({ receivedAt: now(), events }).execute()
      for (const { resolve } of taken) resolve()
    } catch (error) {
      log.warn({ err: error }, 'analytics events not written')
      for (const { reject } of taken) reject(error)
    }
  }

  return { record }
}
