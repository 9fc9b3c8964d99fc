import type { Totals } from '#contract/analytics/analytics.ts'
import { addDays } from '#server/platform/days.ts'
import type { Db } from '#server/platform/db.ts'
import { totalsByStory, totalsOf } from './queries.ts'
import { berriesOf, followersGained, ownStories } from './story-queries.ts'

/** Stories named in the summary of a week. */
const BEST_STORIES = 3

type BestStory = Pick<Totals, 'views' | 'reads'> & { id: string; title: string }

export type WeekFigures = {
  totals: Totals
  totalsBefore: Totals
  followers: number
  berries: number
  /** With most views, of those that can still be read. */
  stories: BestStory[]
}

/** The figures of a person’s stories in the week that begins on a Monday. */
export async function summarizeWeek(db: Db, personId: string, monday: string): Promise<WeekFigures> {
  const week = weekOf(monday)
  const own = await ownStories(db, personId)
  const ids = own.map(({ id }) => id)
  const [totals, totalsBefore, byStory, followers, berries] = await Promise.all([
    totalsOf(db, { kind: 'stories', ids }, week),
    totalsOf(db, { kind: 'stories', ids }, weekOf(addDays(monday, -7))),
    totalsByStory(db, ids, week),
    followersGained(db, personId, week),
    berriesOf(db, personId, week),
  ])
  const stories = own
    .filter(({ state }) => state === 'published')
    .flatMap(({ id, title }) => {
      const found = byStory.get(id)
      return found ? [{ id, title, views: found.views, reads: found.reads }] : []
    })
    .toSorted((a, b) => b.views - a.views)
    .slice(0, BEST_STORIES)
  return { totals, totalsBefore, followers, berries, stories }
}

/** The first and the last day. */
export function weekOf(monday: string) {
  return { from: monday, to: addDays(monday, 6) }
}
