import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { DatabaseUnavailable } from '#server/platform/watched-pool.ts'
import { type DiskSpace, getDiskSpace, isLow } from './disk.ts'
import { countBookDifferences, countFailedItems, countWaiting, databaseSize, jobStates } from './queries.ts'

const CACHED_MS = 5 * SECOND_MS
const MANY_WAITING = 100

export type OperationsHealth = {
  /** Jobs whose last run failed, and pictures, pushes and scheduled stories that failed. */
  failedJobs: number
  failedMail: number
  waitingMail: number
  /** Of the folder for uploaded files. Null when they are stored elsewhere. */
  disk: DiskSpace | null
  database: { sizeBytes: number; reachable: boolean }
  problems: { code: string; message: string }[]
}

type Needs = Pick<Ctx, 'db' | 'now' | 'storage'>

/** By database: tests and processes have their own. */
const cached = new WeakMap<Db, { at: number; health: Promise<OperationsHealth> }>()

/** What needs attention, for the dashboard. Takes a few milliseconds and is cached for some seconds. */
export function getOperationsHealth(ctx: Needs, { fresh = false } = {}): Promise<OperationsHealth> {
  const at = ctx.now().getTime()
  const known = cached.get(ctx.db)
  if (known && !fresh && Math.abs(at - known.at) < CACHED_MS) return known.health
  const health = readHealth(ctx)
  cached.set(ctx.db, { at, health })
  // An error is not cached; the caller gets it.
  health.catch(() => cached.delete(ctx.db))
  return health
}

async function readHealth({ db, now, storage }: Needs): Promise<OperationsHealth> {
  const { blobs } = storage
  const disk = blobs.kind === 'folder' ? await getDiskSpace(blobs.folder) : null
  try {
    const [failed, waiting, states, sizeBytes, bookDifferences] = await Promise.all([
      countFailedItems(db, now()),
      countWaiting(db, now()),
      jobStates(db),
      databaseSize(db),
      countBookDifferences(db),
    ])
    const failing = states.filter(({ failing: isFailing }) => isFailing).length
    const figures = {
      failedJobs: failing + failed.pictures + failed.push + failed['scheduled-publishing'],
      failedMail: failed.mail,
      waitingMail: waiting['mail'] ?? 0,
      disk,
    }
    const problems = problemsOf({ ...figures, failing, bookDifferences })
    return { ...figures, database: { sizeBytes, reachable: true }, problems }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    const problems = [{ code: 'database-unreachable', message: 'The database does not respond.' }]
    return {
      failedJobs: 0,
      failedMail: 0,
      waitingMail: 0,
      disk,
      database: { sizeBytes: 0, reachable: false },
      problems,
    }
  }
}

type Figures = Pick<OperationsHealth, 'failedMail' | 'waitingMail' | 'disk' | 'failedJobs'> & {
  failing: number
  bookDifferences: number
}

function problemsOf({ failing, failedJobs, failedMail, waitingMail, disk, bookDifferences }: Figures) {
  const items = failedJobs - failing
  return [
    failing > 0 && { code: 'jobs-failing', message: `${count(failing, 'job')} failed in the last run.` },
    items > 0 && { code: 'items-failed', message: `${count(items, 'item')} of background jobs failed.` },
    failedMail > 0 && { code: 'mail-failed', message: `${count(failedMail, 'email')} could not be delivered.` },
    waitingMail >= MANY_WAITING && { code: 'mail-waiting', message: `${count(waitingMail, 'email')} are waiting.` },
    disk && isLow(disk) && { code: 'disk-low', message: 'The disk for uploaded files is almost full.' },
    bookDifferences > 0 && {
      code: 'berries-unbalanced',
      message: `The berry ledger has ${count(bookDifferences, 'difference')}. See the proof in Rewards.`,
    },
  ].filter((problem) => problem !== false && problem !== null)
}

function count(number: number, noun: string) {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
