import type { LiveFigures } from '#contract/analytics/analytics.ts'
import { formatNumber } from '#site/charts/format-figures.ts'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { useLiveFigures } from './use-live-figures.ts'

/** Visitors of the last five minutes and what they look at. Not a live region: it would interrupt screen readers. */
export function VisitorsNow({ live }: { live: LiveFigures }) {
  const { visitors, pages } = useLiveFigures(live)
  return (
    <section aria-label="Visitors now" className="rounded-lg border border-gray-200 px-4 py-2 text-sm sm:px-5">
      {pages.length === 0 ? (
        <p className="flex min-h-11 items-center gap-3 pointer-fine:min-h-9">
          <Count visitors={visitors} />
        </p>
      ) : (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 pointer-fine:min-h-9 [&::-webkit-details-marker]:hidden">
            <Count visitors={visitors} />
            <span className="ms-auto inline-flex items-center gap-1 text-gray-600">
              What they look at
              <Icon name="chevron-down" size={16} className="transition-transform group-open:rotate-180" />
            </span>
          </summary>
          <ul className="mt-1 mb-2 divide-y divide-gray-200 border-t border-gray-200">
            {pages.map(({ path, title, visitors: count }) => (
              <li key={path} className="flex items-baseline justify-between gap-4 py-2">
                <TextLink to={path} quiet className="min-w-0 wrap-anywhere">
                  <bdi>{title ?? path}</bdi>
                </TextLink>
                <span className="tabular-nums">
                  {formatNumber(count)}
                  <span className="sr-only"> {count === 1 ? 'visitor' : 'visitors'}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Count({ visitors }: { visitors: number }) {
  return (
    <>
      <span aria-hidden className={`size-2 rounded-full ${visitors > 0 ? 'bg-primary-600' : 'bg-gray-300'}`} />
      <span>
        <span className="font-semibold tabular-nums">{formatNumber(visitors)}</span>{' '}
        {visitors === 1 ? 'visitor now' : 'visitors now'}
      </span>
    </>
  )
}
