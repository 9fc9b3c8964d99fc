import { type Column, Table } from '#site/ui/table.tsx'
import { ChartDisclosure } from './chart-table.tsx'
import { formatNumber, formatShare, formatWholeShare } from './format-figures.ts'

export type FunnelStep = { name: string; count: number }

type Props = {
  label: string
  /** In their order. The first one is 100 %. */
  steps: readonly FunnelStep[]
}

/** How many people get from each step to the next: side by side on wide screens, one below the other on phones. */
export function Funnel({ label, steps }: Props) {
  const first = steps[0]?.count ?? 0
  const shares = steps.map(({ count }) => shareOf(count, first))
  return (
    <figure aria-label={label} className="@container min-w-0">
      {first === 0 ? (
        <p className="grid h-48 place-items-center rounded-md bg-gray-50 text-sm text-gray-600">No data yet</p>
      ) : (
        <>
          <ol className="grid grid-cols-1 gap-5 @2xl:auto-cols-fr @2xl:grid-flow-col @2xl:grid-cols-none @2xl:gap-0">
            {steps.map(({ name, count }, index) => (
              <li key={name} className="flex min-w-0 flex-col @2xl:not-first:border-s @2xl:not-first:border-gray-200">
                <div className="flex flex-1 flex-col @2xl:px-4 @2xl:pb-4">
                  <p className="text-sm font-medium wrap-anywhere text-gray-600">{name}</p>
                  <p className="mt-1 flex flex-wrap items-baseline gap-x-2 @2xl:mt-auto">
                    <span className="text-xl font-semibold tabular-nums">{formatNumber(count)}</span>
                    <span className="text-sm whitespace-nowrap text-gray-600 tabular-nums">
                      {formatWholeShare(shareOf(count, first))}
                      <span className="sr-only"> of the first step</span>
                    </span>
                  </p>
                  <p className="text-sm text-gray-600 tabular-nums">
                    {index === 0 ? (
                      <span className="hidden @2xl:inline">First step</span>
                    ) : (
                      `${formatWholeShare(shareOf(count, steps[index - 1]?.count ?? 0))} of the step before`
                    )}
                  </p>
                </div>
                <Shape share={shares[index] ?? 0} next={shares[index + 1] ?? shares[index] ?? 0} />
              </li>
            ))}
          </ol>
          <div className="mt-2">
            <FunnelTable label={label} steps={steps} />
          </div>
        </>
      )}
    </figure>
  )
}

/** In percent, so that a few people differ from none. */
const LEAST_SIZE = 1.5

function Shape({ share, next }: { share: number; next: number }) {
  const [from, to] = [sizeOf(share), sizeOf(next)]
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="mt-2 h-3 w-full rounded-full bg-gray-100 rtl:-scale-x-100 @2xl:hidden"
      >
        <path d={`M0 0H${from}V100H0Z`} className="fill-primary-700" />
      </svg>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="hidden h-36 w-full overflow-visible rtl:-scale-x-100 @2xl:block"
      >
        <path
          d={`M0 ${100 - from}H60C80 ${100 - from} 80 ${100 - to} 100 ${100 - to}V100H0Z`}
          className="fill-primary-100"
        />
        <path
          d={`M0 ${100 - from}H60C80 ${100 - from} 80 ${100 - to} 100 ${100 - to}`}
          vectorEffect="non-scaling-stroke"
          fill="none"
          strokeWidth={2}
          className="stroke-primary-700"
        />
      </svg>
    </>
  )
}

function FunnelTable({ label, steps }: Props) {
  const rows = steps.map((step, index) => ({ ...step, before: steps[index - 1]?.count ?? null }))
  const first = steps[0]?.count ?? 0
  const columns: Column<(typeof rows)[number]>[] = [
    { name: 'Step', cell: ({ name }) => name },
    { name: 'People', numeric: true, cell: ({ count }) => formatNumber(count) },
    { name: 'Of the first step', numeric: true, cell: ({ count }) => formatShare(shareOf(count, first)) },
    {
      name: 'Of the step before',
      numeric: true,
      cell: ({ count, before }) => (before === null ? '–' : formatShare(shareOf(count, before))),
    },
  ]
  return (
    <ChartDisclosure summary="Show as table" label={label}>
      <Table caption={label} columns={columns} rows={rows} keyOf={({ name }) => name} />
    </ChartDisclosure>
  )
}

function sizeOf(share: number) {
  return share === 0 ? 0 : Math.min(100, Math.max(LEAST_SIZE, share * 100))
}

function shareOf(count: number, whole: number) {
  return whole > 0 ? count / whole : 0
}
