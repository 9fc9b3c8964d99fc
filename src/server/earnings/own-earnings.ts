import type { Received } from '#contract/endpoints.ts'
import type { EarningsMonth, OwnEarnings, OwnMonth, StoryEarning } from '#contract/earnings/earnings.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { monthOf } from '#server/platform/months.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { exactShare } from './divide-pool.ts'
import { presentMonth } from './present.ts'
import { type OwnStory, ownBalances, ownMonths, ownPayouts, ownReadStories, ownStoriesPage } from './queries.ts'
import { estimateMonths, isTestSite, showsTestPayments } from './revenue.ts'

export async function getOwnEarnings({ db, now, viewer }: Ctx<Viewer>): Promise<OwnEarnings> {
  const test = await isTestSite(db)
  const [open, closed, balances, payouts, sharePercent, shownAsTest, current] = await Promise.all([
    listOwnOpenMonths({ db, now, viewer }, test),
    ownMonths(db, viewer.id, test),
    ownBalances(db, viewer.id, test),
    ownPayouts(db, viewer.id, test),
    getSetting({ db }, 'membership.creatorShare'),
    showsTestPayments(db),
    ownReadStories(db, viewer.id, monthOf(now())),
  ])
  return {
    test: shownAsTest,
    sharePercent,
    open,
    readsThisMonth: splitReads(current),
    closed: closed.map((row) => ({ ...presentMonth(row), ownReads: row.ownReads, amount: row.amount })),
    balances: balances.map(({ currency, earned, paid, owed }) => ({ currency, earned, paid, owed })),
    payouts,
  }
}

type Own = Pick<Ctx<Viewer>, 'db' | 'now' | 'viewer'>

async function listOwnOpenMonths(ctx: Own, test: boolean): Promise<OwnMonth[]> {
  const pools = await estimateMonths(ctx, test)
  const stories = await findReadStories(ctx, pools)
  return pools.flatMap((pool) => {
    const own = stories.get(pool.month) ?? []
    // The revenue of the site is for those who earn from it.
    if (own.length === 0) return []
    const amount = own.reduce((sum, story) => sum + estimateShare(pool, story), 0)
    return [{ ...pool, ownReads: splitReads(own), amount }]
  })
}

/** The viewer's stories in open months. */
async function findReadStories({ db, viewer }: Own, pools: readonly EarningsMonth[]) {
  const months = [...new Set(pools.map(({ month }) => month))]
  const stories = await Promise.all(months.map((month) => ownReadStories(db, viewer.id, month)))
  return new Map(months.map((month, index) => [month, stories[index] ?? []]))
}

/** Rounded down, because only the closing knows the remainders of the others. */
function estimateShare({ pool, reads: total }: { pool: number; reads: number }, { reads, authors }: OwnStory) {
  return exactShare({ pool, total, reads, authors, tieKey: '' }).floor
}

function splitReads(stories: readonly OwnStory[]) {
  return stories.reduce((sum, { reads, authors }) => sum + reads / authors, 0)
}

type StoriesQuery = Received<'GET /api/earnings/stories'>['query']

/** The viewer's stories in a month. Those of a month that is not closed are on one page, since they still change. */
export async function listOwnStories(ctx: Ctx<Viewer>, asked: StoriesQuery): Promise<PageOf<StoryEarning>> {
  const { db, viewer } = ctx
  const test = await isTestSite(db)
  const closed = await ownStoriesPage(db, viewer.id, asked, test)
  const items = closed.shown.map((row) => ({
    ...presentMonth(row),
    id: String(row.id),
    title: row.title,
    slug: row.slug,
    storyReads: row.storyReads,
    authors: row.authors,
    tieKey: row.tieKey,
    amount: row.amount,
  }))
  if (asked.before !== undefined || items.length > 0) return { items, next: closed.next }
  return { items: await estimateStories(ctx, asked, test), next: null }
}

async function estimateStories(ctx: Own, { month, currency }: StoriesQuery, test: boolean): Promise<StoryEarning[]> {
  const open = await estimateMonths(ctx, test)
  const pools = open.filter((pool) => pool.month === month && (!currency || pool.currency === currency))
  const stories = (await findReadStories(ctx, pools)).get(month) ?? []
  return pools.flatMap((pool) =>
    stories.map((story) => ({
      ...pool,
      id: `${pool.currency}-${story.id}`,
      title: story.title,
      slug: story.slug,
      storyReads: story.reads,
      authors: story.authors,
      tieKey: '',
      amount: estimateShare(pool, story),
    })),
  )
}
