import type { ReactNode } from 'react'
import type { Dimension, Figure, Period, Totals } from '#contract/analytics/analytics.ts'
import type { PageOf } from '#contract/shapes.ts'
import { BarList } from '#site/charts/bar-list.tsx'
import { changeOf } from '#site/charts/change.tsx'
import type { RangeQuery } from '#site/charts/range-picker.tsx'
import { CsvLink } from '#site/ui/csv-link.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { channels, devices, pages, sources } from './names.ts'
import { rangeHref, rangeParameters } from './range.ts'

type Look = {
  label: string
  nameHeader: string
  valueHeader: string
  empty: string
  /** Whether each view has exactly one value, which makes it a share of all views. */
  isShare?: boolean
  second?: 'reads' | 'visitors'
}

export const dimensionLooks: Record<Dimension, Look> = {
  'story': {
    label: 'Stories',
    nameHeader: 'Story',
    valueHeader: 'Views',
    empty: 'No views of stories in this period.',
    second: 'reads',
  },
  'path': {
    label: 'Pages',
    nameHeader: 'Page',
    valueHeader: 'Views',
    empty: 'No views in this period.',
    isShare: true,
  },
  'page': {
    label: 'Kinds of pages',
    nameHeader: 'Kind',
    valueHeader: 'Views',
    empty: 'No views in this period.',
    isShare: true,
  },
  'source': {
    label: 'Sources',
    nameHeader: 'Source',
    valueHeader: 'Views',
    empty: 'No views in this period.',
    isShare: true,
  },
  'referrer': {
    label: 'Referrers',
    nameHeader: 'Referrer',
    valueHeader: 'Views',
    empty: 'No views from other sites in this period.',
    second: 'visitors',
  },
  'campaign': {
    label: 'Campaigns',
    nameHeader: 'Campaign',
    valueHeader: 'Views',
    empty: 'No views from campaigns in this period. Add ?utm_campaign=name to the links you send.',
    second: 'visitors',
  },
  'device': {
    label: 'Devices',
    nameHeader: 'Device',
    valueHeader: 'Views',
    empty: 'No views in this period.',
    isShare: true,
  },
  'language': {
    label: 'Languages',
    nameHeader: 'Language',
    valueHeader: 'Views',
    empty: 'No views in this period.',
    isShare: true,
  },
  'country': {
    label: 'Countries',
    nameHeader: 'Country',
    valueHeader: 'Views',
    empty: 'No views with a country in this period.',
    isShare: true,
  },
  'search': {
    label: 'Search terms',
    nameHeader: 'Term',
    valueHeader: 'Searches',
    empty: 'No searches in this period.',
    second: 'visitors',
  },
  'search-empty': {
    label: 'Searches without results',
    nameHeader: 'Term',
    valueHeader: 'Searches',
    empty: 'Every search had results in this period.',
    second: 'visitors',
  },
  'share': {
    label: 'Shares',
    nameHeader: 'Channel',
    valueHeader: 'Shares',
    empty: 'Nothing was shared in this period.',
    second: 'visitors',
  },
}

const seconds = { reads: { header: 'Reads' }, visitors: { header: 'Visitors' } }

type Props = {
  dimension: Dimension
  figures: PageOf<Figure>
  totals: Totals
  period: Period
  picked: RangeQuery
  /** All values are shown, page by page. */
  isWhole?: boolean
  /** Instead of an empty list. */
  hint?: ReactNode
}

/** The values of a dimension with most views, with links to all of them and to a file. */
export function DimensionSection({ dimension, figures, totals, period, picked, isWhole = false, hint }: Props) {
  const { items, next } = figures
  const { label, nameHeader, valueHeader, empty, isShare, second } = dimensionLooks[dimension]
  const exported = new URLSearchParams(rangeParameters(period)).toString()
  return (
    <section aria-labelledby={`by-${dimension}`} className="min-w-0">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={`by-${dimension}`} className="font-serif text-xl font-semibold">
          {label}
        </h2>
        {items.length > 0 && (
          <CsvLink url={`/api/admin/analytics/figures/${dimension}.csv?${exported}`} of={label.toLowerCase()} />
        )}
      </div>
      {items.length === 0 && hint ? (
        hint
      ) : (
        <BarList
          label={label}
          nameHeader={nameHeader}
          valueHeader={valueHeader}
          empty={empty}
          total={isShare ? totals.views : null}
          {...(second && { second: seconds[second] })}
          rows={items.map((figure) => toRow(dimension, figure, second, picked.compare))}
          action={
            next &&
            !isWhole && (
              <TextLink to={rangeHref('/admin/analytics/site', picked, { show: dimension })}>
                Show all <span className="sr-only">{label.toLowerCase()}</span>
              </TextLink>
            )
          }
        />
      )}
    </section>
  )
}

function toRow(dimension: Dimension, figure: Figure, second: Look['second'], compare: boolean) {
  const { value, views, viewsBefore } = figure
  return {
    key: value,
    value: views,
    ...describeValue(dimension, figure),
    ...(second && { second: figure[second] }),
    ...(compare && viewsBefore !== null && { change: changeOf(views, viewsBefore) }),
  }
}

const pageNames: Readonly<Record<string, string>> = pages
const channelNames: Readonly<Record<string, string>> = channels
const withIcons: Partial<Record<Dimension, Readonly<Record<string, { name: string; icon: string }>>>> = {
  source: sources,
  device: devices,
}

/** The name of a value, and the page about it. Other sites are not linked: anyone can make them appear here. */
function describeValue(
  dimension: Dimension,
  { value, name, ref }: Figure,
): {
  name: string
  to?: string
  icon?: ReactNode
} {
  if (dimension === 'story') return ref === null ? { name } : { name, to: `/admin/analytics/${value}` }
  if (dimension === 'path') return { name, to: value }
  if (dimension === 'page') return { name: pageNames[value] ?? name }
  if (dimension === 'share') return { name: channelNames[value] ?? name }
  if (dimension === 'country') return { name, icon: flagOf(value) }
  const known = withIcons[dimension]?.[value]
  return known ? { name: known.name, icon: <Icon name={known.icon} size={16} className="text-gray-600" /> } : { name }
}

/** Of a country’s code of two letters. */
function flagOf(code: string) {
  if (!/^[A-Z]{2}$/.test(code)) return null
  return String.fromCodePoint(...Array.from(code, (letter) => 0x1f1e6 - 65 + letter.charCodeAt(0)))
}
