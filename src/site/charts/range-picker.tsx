import { useContext, useId } from 'react'
import { buttonLook } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link, LinkPrefix } from '#site/ui/link.tsx'

export const rangeNames = {
  'today': 'Today',
  'yesterday': 'Yesterday',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  'all': 'All',
  'custom': 'Custom',
} as const

export type RangeId = keyof typeof rangeNames

export type RangeQuery = {
  range: RangeId
  /** The first and the last day of a custom range, such as 2026-03-04. */
  from?: string
  to?: string
  compare: boolean
}

type Props = {
  current: RangeQuery
  /** The path of the page with the query that shows a range. Its other parameters are kept. */
  hrefOf(query: RangeQuery): string
  /** The last day that can be chosen. */
  today?: string
  /** Of the navigation, if the page has several. */
  label?: string
  /** Whether the page can show the period before. */
  comparable?: boolean
}

const ranges = ['today', 'yesterday', '7d', '30d', '90d', '12m', 'all'] as const

/** Links and a form, which work without scripts. */
export function RangePicker({ current, hrefOf, today, label = 'Period', comparable = true }: Props) {
  const { range, compare } = current
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <nav aria-label={label}>
        <ul className="flex flex-wrap rounded-md bg-gray-100 p-1">
          {ranges.map((one) => (
            <li key={one}>
              <Link
                to={hrefOf({ range: one, compare })}
                aria-current={one === range ? 'true' : undefined}
                preventScrollReset
                className={`inline-flex min-h-11 items-center rounded-sm px-3 text-sm whitespace-nowrap hover:text-gray-900 pointer-fine:min-h-8 ${one === range ? 'bg-white font-medium text-gray-900 ring-1 ring-gray-300' : 'text-gray-700'}`}
              >
                {rangeNames[one]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {comparable && range !== 'all' && (
        <CompareLink to={hrefOf({ ...current, compare: !compare })} compare={compare} />
      )}
      <CustomRange current={current} hrefOf={hrefOf} {...(today && { today })} />
    </div>
  )
}

/** A link that looks like a checkbox, because it changes the address and works without scripts. */
function CompareLink({ to, compare }: { to: string; compare: boolean }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={compare ? 'true' : undefined}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-gray-700 hover:text-gray-900 pointer-fine:min-h-8"
    >
      <span
        className={`grid size-5 place-items-center rounded-sm ${compare ? 'bg-primary-700 text-white' : 'bg-white ring-1 ring-gray-400 ring-inset'}`}
      >
        {compare && <Icon name="check" size={14} />}
      </span>
      Compare with the period before
      {compare && <span className="sr-only"> (on)</span>}
    </Link>
  )
}

function CustomRange({ current, hrefOf, today }: Omit<Props, 'label' | 'comparable'>) {
  const id = useId()
  const prefix = useContext(LinkPrefix)
  const isCustom = current.range === 'custom'
  const [path = '', search = ''] = hrefOf({ range: 'custom', compare: current.compare }).split('?', 2)
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'from' && name !== 'to')
  const field =
    'min-h-11 rounded-md border border-gray-300 bg-white px-3 text-sm text-gray-900 hover:border-gray-400 pointer-fine:min-h-9'
  return (
    <details open={isCustom} className="open:basis-full">
      <summary
        aria-current={isCustom ? 'true' : undefined}
        className="inline-flex min-h-11 items-center text-sm text-gray-700 underline underline-offset-4 hover:text-gray-900 aria-[current]:font-medium aria-[current]:text-gray-900 pointer-fine:min-h-8"
      >
        Custom period
      </summary>
      <form
        key={`${current.from} ${current.to}`}
        method="get"
        action={prefix + path}
        className="mt-2 flex flex-wrap items-end gap-3"
      >
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor={`${id}from`} className="grid gap-1 text-sm font-medium text-gray-700">
          From
          <input
            id={`${id}from`}
            type="date"
            name="from"
            required
            max={today}
            defaultValue={current.from}
            className={field}
          />
        </label>
        <label htmlFor={`${id}to`} className="grid gap-1 text-sm font-medium text-gray-700">
          To
          <input
            id={`${id}to`}
            type="date"
            name="to"
            required
            max={today}
            defaultValue={current.to}
            className={field}
          />
        </label>
        <button type="submit" className={buttonLook({ tone: 'quiet', size: 'sm' })}>
          Show
        </button>
      </form>
    </details>
  )
}
