import type { Overview, Period, Point } from '#contract/analytics/analytics.ts'
import type { Annotation } from '#site/charts/annotations.ts'
import { formatCompact, formatNumber, formatWholeShare } from '#site/charts/format-figures.ts'
import { TimeChart } from '#site/charts/time-chart.tsx'
import { nameTime } from '#site/charts/time-labels.ts'
import { type StoryMeasure, readRatio } from './story-measures.ts'

export const measures = { views: 'Views', visitors: 'Visitors', reads: 'Reads' } as const
export type Measure = keyof typeof measures

type Props = { overview: Overview; measure: StoryMeasure; compare: boolean }

/** One measure over the period, with the period before and what was published, featured and sent to followers. */
export function OverviewChart({ overview, measure, compare }: Props) {
  const { period, series, seriesBefore, annotations } = overview
  const isRatio = measure === 'ratio'
  return (
    <TimeChart
      label={isRatio ? 'Read ratio' : measures[measure]}
      points={toPoints(series, period.step, measure)}
      previous={compare && period.before ? toPoints(seriesBefore, period.step, measure) : null}
      annotations={annotations.map((one) => toAnnotation(one, period.step))}
      format={isRatio ? formatWholeShare : formatNumber}
      formatTick={isRatio ? formatWholeShare : formatCompact}
    />
  )
}

function toPoints(series: readonly Point[], step: Period['step'], measure: StoryMeasure) {
  return series.map((point) => ({
    at: point.at,
    value: measure === 'ratio' ? readRatio(point) : point[measure],
    ...nameTime(point.at, step),
  }))
}

function toAnnotation({ at, kind, title, ref }: Overview['annotations'][number], step: Period['step']): Annotation {
  return { at: startOf(at, step), kind, title, ...(ref !== null && { to: `/story/${ref}` }) }
}

/** The `at` of the point that a time belongs to. */
export function startOf(time: string, step: Period['step']) {
  if (step === 'hour') return `${time.slice(0, 13)}:00:00.000Z`
  if (step === 'month') return `${time.slice(0, 7)}-01`
  if (step === 'day') return time.slice(0, 10)
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
