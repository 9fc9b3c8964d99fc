import type { Overview } from '#contract/analytics/analytics.ts'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { formatShare } from '#site/charts/format-figures.ts'
import { measures } from './overview-chart.tsx'
import { type StoryMeasure, readRatio } from './story-measures.ts'

type Props = { overview: Overview; current: StoryMeasure; compare: boolean; hrefOf(measure: StoryMeasure): string }

/** The totals of a period. Each is a link that shows it in the chart. */
export function MeasureTiles({ overview: { totals, totalsBefore, series }, current, compare, hrefOf }: Props) {
  const before = compare ? totalsBefore : null
  const isCurrent = (measure: StoryMeasure) => ({ to: hrefOf(measure), current: measure === current })
  return (
    <Figures label="Totals">
      {(['views', 'visitors', 'reads'] as const).map((measure) => (
        <Figure
          key={measure}
          label={measures[measure]}
          value={totals[measure]}
          values={series.map((point) => point[measure])}
          {...(before && { before: before[measure] })}
          {...isCurrent(measure)}
        />
      ))}
      <Figure
        label="Read ratio"
        value={totals.views === 0 ? null : readRatio(totals)}
        format={formatShare}
        values={series.map(readRatio)}
        {...(before && { before: before.views === 0 ? null : readRatio(before) })}
        {...isCurrent('ratio')}
      />
    </Figures>
  )
}
