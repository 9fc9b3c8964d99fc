import type { LiveFigures, Overview } from '#contract/analytics/analytics.ts'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { measures } from './overview-chart.tsx'
import { useLiveFigures } from './use-live-figures.ts'

const PATH = '/admin/analytics'
const tiles = [
  { measure: 'views', to: `${PATH}?range=7d` },
  { measure: 'visitors', to: `${PATH}?measure=visitors&range=7d` },
  { measure: 'reads', to: `${PATH}?measure=reads&range=7d` },
] as const

type Props = { week: Overview; live: LiveFigures }

/** The last seven days, and who is on the site now. */
export function DashboardFigures({ week: { totals, totalsBefore, series }, live }: Props) {
  const { visitors } = useLiveFigures(live)
  return (
    <div>
      <h2 className="mb-4 font-serif text-xl font-semibold">Last 7 days</h2>
      <Figures label="Last 7 days">
        {tiles.map(({ measure, to }) => (
          <Figure
            key={measure}
            label={measures[measure]}
            value={totals[measure]}
            {...(totalsBefore && { before: totalsBefore[measure] })}
            than="the 7 days before"
            values={series.map((point) => point[measure])}
            to={to}
          />
        ))}
        <Figure label="Visitors now" value={visitors} note="In the last five minutes" to={PATH} />
      </Figures>
    </div>
  )
}
