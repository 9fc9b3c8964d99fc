import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker, runEach } from '#server/platform/jobs/worker.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { addPage, deletePage, keyAfter, nextChangedPage, takeChanges, updatePage } from './queries.ts'

/** Far below the protocol's 50,000, so that a file takes a few milliseconds. The index holds 50,000 files. */
const STORIES_PER_PAGE = 1000
const LOCK_KEY = 0x7369_7465

export function createSitemapWorker(ctx: Ctx) {
  return createWorker(ctx, {
    name: 'sitemap',
    everyMs: 30 * SECOND_MS,
    restMs: 5 * SECOND_MS,
    failure: 'sitemap job failed',
    wakeOn: 'sitemap-changes',
    run: runEach(ctx, (of) => refreshNextPage(of)),
  })
}

/**
 * Counts the stories of the next changed page, splits it when it has too many, and deletes it when it has none. A page is
 * a range of keys, so every story is on exactly one page at any time, also before its page is refreshed. Returns false
 * when no page is left.
 */
export function refreshNextPage(ctx: Ctx, size = STORIES_PER_PAGE): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { db } = tx
    if (!(await lock(tx))) return false
    const page = await nextChangedPage(db)
    if (!page) return false
    // Taken before the stories are read: a change that commits in between stays in the queue.
    const removedAt = await takeChanges(db, page)
    const next = await keyAfter(db, page, size)
    const stories = await updatePage(db, { ...page, end: next ?? page.end }, { removedAt, limit: size })
    if (stories === 0) await deletePage(db, page.number)
    if (next) await addPage(db, next)
    tx.invalidate('sitemap')
    return true
  })
}

/** One process at a time, because two could split one page. */
async function lock({ db }: Ctx) {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as locked`.execute(db)
  return rows[0]?.locked === true
}
