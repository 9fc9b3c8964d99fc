import type { OwnFigures } from '#contract/analytics/analytics.ts'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { formatNumber, formatWholeShare } from '#site/charts/format-figures.ts'
import { RangePicker } from '#site/charts/range-picker.tsx'
import { type Head, type HeadArgs, usePageData, useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import { Time } from '#site/ui/time.tsx'
import { CountedUntil } from './counted-until.tsx'
import { MeasureTiles } from './measure-tiles.tsx'
import { OverviewChart } from './overview-chart.tsx'
import type { ownFiguresData } from './own-figures-data.ts'
import { pickedRange, rangeHref } from './range.ts'
import { EarningFigures } from './story-actions.tsx'
import { measureParameter, readMeasure, readRatio } from './story-measures.ts'

export function head({ row, site }: HeadArgs): Head {
  return { title: `${row.title} · ${site.name}`, noIndex: true }
}

const PATH = '/articles/analytics'
/** Stories in the table before all are shown. */
const MAX_STORIES = 50

/** The figures of the viewer’s stories. */
export default function OwnFiguresPage() {
  const data = usePageData<typeof ownFiguresData>()
  return (
    <div className="py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold tracking-tight">Figures</h1>
      {data.stories.length === 0 ? (
        <EmptyState
          icon="chart-no-axes-column"
          title="No figures yet"
          action={<ButtonLink to="/articles/new">Write a story</ButtonLink>}
        >
          Figures appear here when you have published a story and it has its first readers.
        </EmptyState>
      ) : (
        <Published data={data} />
      )}
    </div>
  )
}

type Data = Awaited<ReturnType<typeof ownFiguresData>>

function Published({ data }: { data: Data }) {
  const { site } = useShell()
  const { period, query, followers, berries, earnings } = data
  const measure = readMeasure(query)
  const picked = pickedRange(query, period)
  const { compare } = picked
  return (
    <>
      <div className="mt-6 mb-5">
        <RangePicker
          current={picked}
          hrefOf={(range) => rangeHref(PATH, range, measureParameter(measure))}
          today={period.countedUntil.slice(0, 10)}
        />
      </div>
      <MeasureTiles
        overview={data}
        current={measure}
        compare={compare}
        hrefOf={(one) => rangeHref(PATH, picked, measureParameter(one))}
      />
      <div className="mt-8">
        <OverviewChart overview={data} measure={measure} compare={compare} />
      </div>
      <div className="mt-12 grid grid-cols-1 gap-12">
        <section>
          <h2 className="mb-3 font-serif text-lg font-semibold">What you gained</h2>
          <Figures label="What you gained">
            <Figure label="New followers" value={followers} />
            {!site.switchedOff.includes('berries') && <Figure label="Berries" value={berries} />}
            <EarningFigures earnings={earnings} />
          </Figures>
        </section>
        <Stories data={data} showAll={rangeHref(PATH, picked, { ...measureParameter(measure), stories: 'all' })} />
        <CountedUntil period={period} />
      </div>
    </>
  )
}

type Story = OwnFigures['stories'][number]

const columns: readonly Column<Story>[] = [
  {
    name: 'Story',
    cell: ({ id, title }) => (
      <TextLink to={`${PATH}/${id}`} className="wrap-anywhere">
        <bdi>{title}</bdi>
      </TextLink>
    ),
  },
  { name: 'Views', numeric: true, cell: ({ views }) => formatNumber(views) },
  { name: 'Reads', numeric: true, cell: ({ reads }) => formatNumber(reads) },
  {
    name: 'Read ratio',
    numeric: true,
    cell: (story) => (story.views === 0 ? '–' : formatWholeShare(readRatio(story))),
  },
  {
    name: 'Published',
    cell: ({ publishedAt }) => publishedAt && <Time at={publishedAt} className="whitespace-nowrap" />,
  },
]

function Stories({ data: { stories, query }, showAll }: { data: Data; showAll: string }) {
  const byViews = stories.toSorted((a, b) => b.views - a.views)
  const shown = query['stories'] === 'all' ? byViews : byViews.slice(0, MAX_STORIES)
  return (
    <section>
      <h2 className="mb-3 font-serif text-lg font-semibold">Stories</h2>
      <Table caption="Stories by views" stacks columns={columns} rows={shown} keyOf={({ id }) => id} />
      {shown.length < stories.length && (
        <p className="mt-3 text-sm">
          <TextLink to={showAll} preventScrollReset>
            Show all {formatNumber(stories.length)} stories
          </TextLink>
        </p>
      )}
    </section>
  )
}
