import '#site/reading/story.css'
import { useLocation } from 'react-router'
import type { StoryFigures } from '#contract/analytics/analytics.ts'
import { RangePicker } from '#site/charts/range-picker.tsx'
import { RetentionCurve } from '#site/charts/retention-curve.tsx'
import { HTML_ID } from '#site/page-data.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { embedPlayer } from '#site/reading/play-embed.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { CsvLink } from '#site/ui/csv-link.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Time } from '#site/ui/time.tsx'
import { CountedUntil } from '#site/analytics/counted-until.tsx'
import { FigureList } from '#site/analytics/figure-list.tsx'
import { MeasureTiles } from '#site/analytics/measure-tiles.tsx'
import { devices, sources } from '#site/analytics/names.ts'
import { OverviewChart } from '#site/analytics/overview-chart.tsx'
import { pickedRange, rangeHref, rangeParameters } from '#site/analytics/range.ts'
import { StoryActions } from '#site/analytics/story-actions.tsx'
import type { storyFiguresData } from './story-figures-data.ts'
import { measureParameter, readMeasure } from '#site/analytics/story-measures.ts'

type Data = Awaited<ReturnType<typeof storyFiguresData>>

export function head({ data: { story }, site }: HeadArgs<Data>): Head {
  return { title: `Figures: ${titleOf(story)} · ${site.name}`, noIndex: true }
}

/** The figures of a story, for its authors and in the admin area. */
export default function StoryFiguresPage() {
  const data = usePageData<typeof storyFiguresData>()
  const { story } = data
  return (
    <div className="py-8 sm:py-10">
      <StoryHeading story={story} />
      {story.publishedAt === null ? (
        <EmptyState
          icon="chart-no-axes-column"
          title="No figures yet"
          action={<ButtonLink to={`/articles/edit?id=${story.id}`}>Continue writing</ButtonLink>}
        >
          Figures appear here when the story is published and has its first readers.
        </EmptyState>
      ) : (
        <Published data={data} />
      )}
    </div>
  )
}

function StoryHeading({ story }: { story: Data['story'] }) {
  const { pathname } = useLocation()
  const isAdmin = pathname.startsWith('/admin/')
  return (
    <header>
      <p className="text-sm">
        <TextLink quiet to={isAdmin ? '/admin/analytics' : '/articles/analytics'}>
          {isAdmin ? 'Analytics' : 'Figures'}
        </TextLink>
      </p>
      <h1 className="mt-1 font-serif text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        <bdi {...inLanguage(story.language ?? 'en')}>{titleOf(story)}</bdi>
      </h1>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-gray-600">
        <bdi>{story.authors.join(', ')}</bdi>
        {story.publishedAt && (
          <span>
            Published <Time at={story.publishedAt} />
          </span>
        )}
        {story.ref !== null && <TextLink to={`/story/${story.ref}`}>Read the story</TextLink>}
      </p>
    </header>
  )
}

function Published({ data }: { data: Data }) {
  const { pathname } = useLocation()
  const { period, totals, query, actions, earnings } = data
  const measure = readMeasure(query)
  const picked = pickedRange(query, period)
  const { compare } = picked
  return (
    <>
      <div className="mt-6 mb-5 flex flex-wrap items-center justify-between gap-2">
        <RangePicker
          current={picked}
          hrefOf={(range) => rangeHref(pathname, range, measureParameter(measure))}
          today={period.countedUntil.slice(0, 10)}
        />
        <CsvLink url={exportUrl(data, 'days')} of="days" />
      </div>
      <MeasureTiles
        overview={data}
        current={measure}
        compare={compare}
        hrefOf={(one) => rangeHref(pathname, picked, measureParameter(one))}
      />
      <div className="mt-8">
        <OverviewChart overview={data} measure={measure} compare={compare} />
      </div>
      <div className="mt-12 grid grid-cols-1 gap-12">
        <StoryActions actions={actions} earnings={earnings} />
        {totals.views > 0 && <Readers figures={data} compare={compare} />}
        <Retention figures={data} />
        <CountedUntil period={period} />
      </div>
    </>
  )
}

function Readers({ figures, compare }: { figures: StoryFigures; compare: boolean }) {
  const { totals, countries } = figures
  const shared = { total: totals.views, compare }
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-2">
      <FigureList title="Sources" nameHeader="Source" figures={figures.sources} names={sources} {...shared} />
      <FigureList title="Referrers" nameHeader="Site" figures={figures.referrers} {...shared} />
      <FigureList title="Devices" nameHeader="Device" figures={figures.devices} names={devices} {...shared} />
      <FigureList title="Languages" nameHeader="Language" figures={figures.languages} {...shared} />
      {/* Without a database of countries, the site knows none. */}
      {countries.length > 0 && <FigureList title="Countries" nameHeader="Country" figures={countries} {...shared} />}
    </div>
  )
}

function Retention({ figures }: { figures: StoryFigures }) {
  const { totals, depth, html, story } = figures
  const [views = 0] = depth
  return (
    <section>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-lg font-semibold">How far readers got</h2>
        <CsvLink url={exportUrl(figures, 'depth')} of="how far readers got" />
      </div>
      <RetentionCurve
        label="Readers by depth"
        shares={depth.map((reached) => (views === 0 ? 0 : Math.min(1, reached / views)))}
        views={totals.views}
      >
        <div
          id={HTML_ID}
          className="story max-w-reading"
          {...inLanguage(story.language ?? 'en')}
          {...embedPlayer}
          // Rendered and escaped by the server; see documents/render.ts.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </RetentionCurve>
    </section>
  )
}

function exportUrl({ story, period }: Pick<StoryFigures, 'story' | 'period'>, file: 'days' | 'depth') {
  return `/api/analytics/stories/${story.id}/${file}.csv?${new URLSearchParams(rangeParameters(period))}`
}

function titleOf({ title }: Data['story']) {
  return title.trim() || 'Untitled'
}
