import type { Received } from '#contract/endpoints.ts'
import type { EarningsMonth, OwnEarnings, OwnMonth, StoryEarning } from '#contract/earnings/earnings.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { monthOf } from '#server/platform/months.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { exactShare } from './divide-pool.ts'
import { presentMonth } from './present.ts'
import {
  type OwnStory,
  closedEarnings,
  ownBalances,
  ownMonths,
  ownPayouts,
  ownReadStories,
  ownStoriesPage,
} from './queries.ts'
import { type EstimateMonths, estimateMonths, isTestSite, openMonths, showsTestPayments } from './revenue.ts'

type Own = Pick<Ctx<Viewer>, 'db' | 'now' | 'viewer'>

export async function getOwnEarnings(
  { db, now, viewer }: Own,
  estimate: EstimateMonths = estimateMonths,
): Promise<OwnEarnings> {
  const test = await isTestSite(db)
  const stories = await findReadStories({ db, viewer }, await openMonths({ db, now }, test))
  const [pools, closed, balances, payouts, sharePercent, shownAsTest] = await Promise.all([
    stories.size > 0 ? estimate({ db, now }, test) : Promise.resolve([]),
    ownMonths(db, viewer.id, test),
    ownBalances(db, viewer.id, test),
    ownPayouts(db, viewer.id, test),
    getSetting({ db }, 'membership.creatorShare'),
    showsTestPayments(db),
  ])
  return {
    test: shownAsTest,
    sharePercent,
    open: presentOpenMonths(pools, stories),
    readsThisMonth: splitReads(stories.get(monthOf(now())) ?? []),
    closed: closed.map((row) => ({ ...presentMonth(row), ownReads: row.ownReads, amount: row.amount })),
    balances: balances.map(({ currency, earned, paid, owed }) => ({ currency, earned, paid, owed })),
    payouts,
  }
}

/** The revenue of the site is for those who earn from it. */
function presentOpenMonths(pools: readonly EarningsMonth[], stories: ReadStories): OwnMonth[] {
  return pools.flatMap((pool) => {
    const own = stories.get(pool.month)
    if (!own) return []
    const amount = own.reduce((sum, story) => sum + estimateShare(pool, story), 0)
    return [{ ...pool, ownReads: splitReads(own), amount }]
  })
}

type ReadStories = ReadonlyMap<string, OwnStory[]>

/** The viewer's stories in open months, without months that have none. */
async function findReadStories({ db, viewer }: Omit<Own, 'now'>, months: readonly string[]): Promise<ReadStories> {
  const stories = await Promise.all(months.map((month) => ownReadStories(db, viewer.id, month)))
  const found = months.map((month, index) => [month, stories[index] ?? []] as const)
  return new Map(found.filter(([, own]) => own.length > 0))
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
export async function listOwnStories(
  ctx: Own,
  asked: StoriesQuery,
  estimate: EstimateMonths = estimateMonths,
): Promise<PageOf<StoryEarning>> {
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
  const stories = (await findReadStories(ctx, [asked.month])).get(asked.month)
  return { items: stories ? estimateStories(await estimate(ctx, test), stories, asked) : [], next: null }
}

function estimateStories(
  open: readonly EarningsMonth[],
  stories: readonly OwnStory[],
  { month, currency }: StoriesQuery,
): StoryEarning[] {
  const pools = open.filter((pool) => pool.month === month && (!currency || pool.currency === currency))
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

/**
 * What the viewer earned in the months of a period, by currency: with some of their stories, or with all. Months that are not
 * closed are estimated.
 */
export async function sumOwnEarnings(
  { db, now, viewer }: Own,
  stories: readonly string[] | null,
  { from, to }: { from: string; to: string },
  estimate: EstimateMonths,
) {
  const test = await isTestSite(db)
  const open = (await openMonths({ db, now }, test)).filter(
    (month) => month >= from.slice(0, 7) && month <= to.slice(0, 7),
  )
  const [closed, read] = await Promise.all([
    closedEarnings(db, viewer.id, { from: from.slice(0, 7), to: to.slice(0, 7), stories, test }),
    findReadStories({ db, viewer }, open),
  ])
  const sums = new Map(closed.map(({ currency, amount }) => [currency, amount]))
  const pools = read.size > 0 ? await estimate({ db, now }, test) : []
  for (const pool of pools)
    for (const story of read.get(pool.month) ?? [])
      if (stories === null || stories.includes(story.articleId))
        sums.set(pool.currency, (sums.get(pool.currency) ?? 0) + estimateShare(pool, story))
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
