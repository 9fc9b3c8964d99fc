import type { Figure, Overview, OwnFigures, Period, Point, StoryFigures } from '#contract/analytics/analytics.ts'
import { DEPTH_PARTS } from '#contract/analytics/events.ts'

const DAY_MS = 86_400_000

/** The last days of 2026, as long as there are views of them. */
export function aPeriod(days: number, more: Partial<Period> = {}): Period {
  const dayAt = (back: number) => new Date(Date.parse('2026-12-31') - back * DAY_MS).toISOString().slice(0, 10)
  return {
    range: '30d',
    from: dayAt(days - 1),
    to: dayAt(0),
    step: 'day',
    before: { from: dayAt(2 * days - 1), to: dayAt(days) },
    countedUntil: '2026-12-31T12:00:00.000Z',
    ...more,
  }
}

/** Views by day; half of them are reads. The period before had the same views. */
export function anOverview(views: readonly number[], more: Partial<Overview> = {}): Overview {
  const period = aPeriod(views.length)
  const series = views.map((count, index): Point => {
    const at = new Date(Date.parse(period.from) + index * DAY_MS).toISOString().slice(0, 10)
    return { at, views: count, visitors: count, reads: Math.floor(count / 2) }
  })
  const sum = (name: 'views' | 'visitors' | 'reads') => series.reduce((all, point) => all + point[name], 0)
  const totals = { views: sum('views'), visitors: sum('visitors'), reads: sum('reads') }
  return { period, totals, totalsBefore: totals, series, seriesBefore: series, annotations: [], ...more }
}

export function aFigure(value: string, views: number, more: Partial<Figure> = {}): Figure {
  return { value, name: value, ref: null, views, visitors: views, reads: 0, viewsBefore: null, ...more }
}

export function someStoryFigures(views: readonly number[], more: Partial<StoryFigures> = {}): StoryFigures {
  const overview = anOverview(views)
  return {
    ...overview,
    story: {
      id: 'Story000000000000000',
      title: 'The hedge is a clock',
      ref: 'the-hedge',
      language: 'en',
      publishedAt: '2026-01-01T08:00:00.000Z',
      authors: ['Ada'],
    },
    actions: { likes: 3, responses: 2, shares: 1, followers: 4, berries: 5 },
    earnings: null,
    depth: Array.from({ length: DEPTH_PARTS + 1 }, (_, part) => Math.round(overview.totals.views * (1 - part / 40))),
    sources: [],
    referrers: [],
    devices: [],
    languages: [],
    countries: [],
    html: '<p>It was a <em>long</em> way home.</p>',
    ...more,
  }
}

export function someOwnFigures(views: readonly number[], more: Partial<OwnFigures> = {}): OwnFigures {
  return { ...anOverview(views), followers: 7, berries: 8, earnings: [], stories: [], ...more }
}
