import type { SystemStatus } from '#contract/operations/operations.ts'
import { formatShare } from '#site/charts/format-figures.ts'
import { Section } from './system-tables.tsx'

const HEIGHT = 80
const BAR = 8

/** The hit rate of cached pages over the last day. */
export function CacheChart({ cache: { history } }: { cache: SystemStatus['cache'] }) {
  const steps = history.map(({ at, hits, misses }) => ({
    at,
    requests: hits + misses,
    rate: hits + misses > 0 ? hits / (hits + misses) : null,
  }))
  const known = steps.flatMap(({ rate }) => rate ?? [])
  const lowest = known.length > 0 ? Math.min(...known) : null
  return (
    <Section title="Cache hit rate over 24 hours">
      {lowest === null ? (
        <p className="text-sm">No page requests in the last 24 hours.</p>
      ) : (
        <figure>
          <svg
            viewBox={`0 0 ${steps.length * BAR} ${HEIGHT}`}
            preserveAspectRatio="none"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the chart is drawn here
            role="img"
            aria-label={`Hit rate by half hour. Lowest ${formatShare(lowest)}.`}
            className="h-24 w-full border-b border-gray-300"
          >
            {steps.map(({ at, rate, requests }, index) => (
              <rect
                key={at}
                x={index * BAR + 1}
                width={BAR - 2}
                y={HEIGHT - (rate ?? 0) * HEIGHT}
                height={(rate ?? 0) * HEIGHT}
                className="fill-primary-600"
              >
                <title>{`${at.slice(11, 16)} UTC: ${rate === null ? 'no requests' : `${formatShare(rate)} of ${requests}`}`}</title>
              </rect>
            ))}
          </svg>
          <figcaption className="mt-2 text-sm text-gray-600">
            Full height is 100 %. Lowest half hour: {formatShare(lowest)}.
          </figcaption>
        </figure>
      )}
    </Section>
  )
}
