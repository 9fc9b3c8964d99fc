import { area, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { type Column, Table } from '#site/ui/table.tsx'
import { ChartDisclosure } from './chart-table.tsx'
import { formatNumber, formatShare, formatWholeShare } from './format-figures.ts'

type Props = {
  label: string
  /** The fraction of the views that reached each depth, from the start of the text to its end: 21 for steps of 5 %. */
  shares: readonly number[]
  views: number
  /** The text, beside which the curve is drawn over its whole height. */
  children: ReactNode
}

const labelled = [0.25, 0.5, 0.75, 1]

/** How many readers reach each part of a text: a shape as high as the text, and at each height as wide as their share. */
export function RetentionCurve({ label, shares, views, children }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const marker = useRef<HTMLDivElement>(null)
  const last = shares.length - 1
  const isEmpty = views === 0 || last < 1
  const shareAt = (index: number) => shares[index] ?? 0
  const topAt = (index: number) => (index / last) * 100

  function follow({ clientY, currentTarget }: PointerEvent) {
    const { top, height } = currentTarget.getBoundingClientRect()
    setShown(clamp(Math.round(((clientY - top) / height) * last), last))
  }

  function step(event: KeyboardEvent) {
    const now = shown ?? 0
    const target = {
      ArrowDown: now + 1,
      ArrowRight: now + 1,
      ArrowUp: now - 1,
      ArrowLeft: now - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (target === undefined && event.key !== 'Escape') return
    event.preventDefault()
    setShown(target === undefined ? null : clamp(target, last))
    // The text is higher than the screen.
    requestAnimationFrame(() => marker.current?.scrollIntoView?.({ block: 'nearest' }))
  }

  if (isEmpty)
    return (
      <div className="min-w-0">
        <p className="mb-6 rounded-md bg-gray-50 px-4 py-3 text-sm text-gray-600">No readers in this period.</p>
        {children}
      </div>
    )

  return (
    <div className="@container min-w-0">
      <div className="relative grid min-h-64 grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 @2xl:grid-cols-[10rem_minmax(0,1fr)] @2xl:gap-x-8">
        <figure
          aria-label={label}
          className="relative rounded-sm border-s border-gray-300 bg-gray-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-600"
        >
          <Shape shares={shares} />
          {labelled.map((depth) => (
            <DepthLabel key={depth} depth={depth} share={shareAt(Math.round(depth * last))} />
          ))}
          <input
            type="range"
            aria-roledescription="chart"
            aria-label={label}
            aria-orientation="vertical"
            min={0}
            max={last}
            value={shown ?? 0}
            aria-valuetext={describe(shown ?? 0, last, shareAt(shown ?? 0), views)}
            onChange={({ currentTarget }) => setShown(Number(currentTarget.value))}
            onKeyDown={step}
            onFocus={() => setShown((before) => before ?? 0)}
            onBlur={() => setShown(null)}
            onPointerDown={follow}
            onPointerMove={follow}
            onPointerLeave={({ currentTarget }) => currentTarget !== document.activeElement && setShown(null)}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        </figure>
        <div className="min-w-0">{children}</div>
        {shown !== null && (
          <div
            ref={marker}
            aria-hidden
            className="pointer-events-none absolute inset-x-0 z-10 scroll-my-24 border-t border-gray-900"
            style={{ top: `${topAt(shown)}%` }}
          >
            <p
              className={`absolute start-0 rounded-md bg-gray-900 px-3 py-1.5 text-sm text-white tabular-nums shadow-float ${shown < last / 2 ? 'top-1' : 'bottom-1'}`}
            >
              {describe(shown, last, shareAt(shown), views)}
            </p>
          </div>
        )}
      </div>
      <DepthTable label={label} shares={shares} views={views} />
    </div>
  )
}

function Shape({ shares }: { shares: readonly number[] }) {
  const last = shares.length - 1
  const y = (_: number, index: number) => (index / last) * 100
  const x = (share: number) => Math.min(1, share) * 100
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full rtl:-scale-x-100"
    >
      <path d={area<number>().x0(0).x1(x).y(y)([...shares]) ?? ''} className="fill-primary-100" />
      <path
        d={line<number>(x, y)([...shares]) ?? ''}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        className="stroke-primary-700"
      />
    </svg>
  )
}

function DepthLabel({ depth, share }: { depth: number; share: number }) {
  return (
    <div
      aria-hidden
      className="absolute inset-x-0 border-b border-dashed border-gray-400 text-sm text-gray-900 tabular-nums"
      style={{ bottom: `${(1 - depth) * 100}%` }}
    >
      <p className="m-0.5 w-fit rounded-sm bg-white px-0.5 whitespace-nowrap @2xl:m-1.5 @2xl:px-1.5 @2xl:whitespace-normal">
        <span className="font-semibold">{formatWholeShare(share)}</span>
        <span className="hidden @2xl:inline"> of readers reached {depth === 1 ? 'the end' : 'here'}</span>
      </p>
    </div>
  )
}

type Row = { depth: number; share: number }

function DepthTable({ label, shares, views }: Pick<Props, 'label' | 'shares' | 'views'>) {
  const rows = shares.map((share, index) => ({ depth: index / (shares.length - 1), share }))
  const columns: Column<Row>[] = [
    { name: 'Depth', cell: ({ depth }) => formatShare(depth) },
    { name: 'Share of readers', numeric: true, cell: ({ share }) => formatShare(share) },
    { name: 'Readers', numeric: true, cell: ({ share }) => formatNumber(Math.round(share * views)) },
  ]
  return (
    <ChartDisclosure summary="Show as table" label={label}>
      <Table caption={label} columns={columns} rows={rows} keyOf={({ depth }) => String(depth)} />
    </ChartDisclosure>
  )
}

function describe(index: number, last: number, share: number, views: number) {
  const readers = `${formatNumber(Math.round(share * views))} of ${formatNumber(views)} readers`
  const place = index === 0 ? 'the start' : index === last ? 'the end' : formatWholeShare(index / last)
  return `${formatWholeShare(share)} reached ${place}: ${readers}`
}

function clamp(index: number, last: number) {
  return Math.max(0, Math.min(last, index))
}
