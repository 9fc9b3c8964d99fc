import type { Figure as PageFigure, PageFigures } from '#contract/analytics/analytics.ts'
import { hasRole } from '#contract/endpoint.ts'
import { BarList } from '#site/charts/bar-list.tsx'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { RangePicker } from '#site/charts/range-picker.tsx'
import { type Head, type HeadArgs, usePageData, useShell } from '#site/page.ts'
import { PillLink } from '#site/ui/pill-link.tsx'
import type { pageViewsData } from './page-views-data.ts'
import { pickedRange, rangeHref } from './range.ts'

const PATH = '/analyticspagesview'
const names: Record<PageFigures['of'], string> = { public: 'Top pages', own: 'Your stories', all: 'All pages' }
const about: Record<PageFigures['of'], string> = {
  public: 'The public pages of this site that were viewed most.',
  own: 'The stories of yours that were viewed most.',
  all: 'All pages that were viewed, also those that no longer exist.',
}

export function head({ site }: HeadArgs): Head {
  return { title: `Page views · ${site.name}`, description: `The most viewed pages of ${site.name}.` }
}

/** The most viewed pages: public ones for everyone, their own stories for authors, all for admins. */
export default function PageViewsPage() {
  const { period, today, of, totals, pages, query } = usePageData<typeof pageViewsData>()
  // This page compares nothing.
  const picked = { ...pickedRange(query, period), compare: true }
  const parameters = query['of'] === undefined ? {} : { of }
  return (
    <div className="mx-auto max-w-page px-5 py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold tracking-tight">Page views</h1>
      <p className="mt-2 text-gray-600">{about[of]}</p>
      <KindLinks current={of} hrefOf={(kind) => rangeHref(PATH, picked, { of: kind })} />
      <div className="mt-6 mb-5">
        <RangePicker
          current={picked}
          hrefOf={(range) => rangeHref(PATH, range, parameters)}
          today={today}
          comparable={false}
        />
      </div>
      <Figures label="Totals">
        <Figure label="Views" value={totals.views} />
        <Figure label="Visitors" value={totals.visitors} />
        <Figure label="Reads" value={totals.reads} />
      </Figures>
      <section className="mt-10">
        <h2 className="mb-3 font-serif text-lg font-semibold">{names[of]}</h2>
        <BarList
          label={names[of]}
          nameHeader="Page"
          valueHeader="Views"
          second={{ header: 'Visitors' }}
          total={totals.views}
          rows={pages.map(toRow)}
          empty="No views in this period."
        />
      </section>
    </div>
  )
}

/** Visitors have only the public pages. */
function KindLinks({ current, hrefOf }: { current: PageFigures['of']; hrefOf(kind: PageFigures['of']): string }) {
  const { viewer } = useShell()
  if (!viewer) return null
  const kinds = (['public', 'own', 'all'] as const).filter((kind) => kind !== 'all' || hasRole(viewer, 'admin'))
  return (
    <nav aria-label="Pages" className="mt-5 flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <PillLink key={kind} to={hrefOf(kind)} current={kind === current}>
          {names[kind]}
        </PillLink>
      ))}
    </nav>
  )
}

function toRow({ value, name, views, visitors }: PageFigure) {
  return { key: value, name, value: views, second: visitors, ...(name !== value && { to: value }) }
}
