import type { ReactNode } from 'react'
import { BarChart } from '#site/charts/bar-chart.tsx'
import { BarList } from '#site/charts/bar-list.tsx'
import { CohortTable } from '#site/charts/cohort-table.tsx'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { formatCompact, formatDuration, formatNumber, formatShare } from '#site/charts/format-figures.ts'
import { Funnel } from '#site/charts/funnel.tsx'
import { RangePicker } from '#site/charts/range-picker.tsx'
import { RetentionCurve } from '#site/charts/retention-curve.tsx'
import { Sparkline } from '#site/charts/sparkline.tsx'
import { TimeChart } from '#site/charts/time-chart.tsx'
import { VitalRating } from '#site/charts/vital-rating.tsx'
import { TextLink } from '#site/ui/link.tsx'
import * as data from './chart-data.ts'
import { Chapter, Part } from './part.tsx'

const views = { format: formatNumber, formatTick: formatCompact }
const numbers = data.month.map(({ value }) => value)
const hrefOf = ({ range, compare }: { range: string; compare: boolean }) =>
  `/dev/ui?range=${range}${compare ? '&compare=1' : ''}`

export function Charts() {
  return (
    <Chapter name="Charts">
      <Part name="Range picker">
        <div className="grid grid-cols-1 gap-8">
          <RangePicker current={{ range: '30d', compare: true }} hrefOf={hrefOf} />
          <RangePicker
            current={{ range: 'custom', from: '2026-03-01', to: '2026-03-31', compare: false }}
            hrefOf={hrefOf}
            today="2026-04-01"
            label="Custom period"
          />
        </div>
      </Part>
      <Part name="Figures">
        <Figures label="Figures of March">
          <Figure label="Views" value={12_431} before={11_100} values={numbers} to="/dev/ui" current />
          <Figure label="Reads" value={4210} before={4630} values={numbers.toReversed()} to="/dev/ui" />
          <Figure label="Members" value={861} before={0} note="7 in a trial" />
          <Figure label="Reading time" value={204} before={204} format={formatDuration} />
          <Figure label="Bounce rate" value={0.412} before={0.38} format={formatShare} better="lower" />
          <Figure label="Countries" value={38} />
          <Figure label="Searches without results" value={1_240_551} before={980_000} better="lower" />
          <Figure label="Revenue per reader" value={null} before={null} />
        </Figures>
      </Part>
      <Part name="Time chart">
        <Examples>
          <Example name="A month, compared and with events">
            <TimeChart
              label="Views"
              points={data.month}
              previous={data.monthBefore}
              previousName="February"
              annotations={data.events}
              {...views}
            />
          </Example>
          <Example name="A year with many events">
            <TimeChart label="Views in a year" points={data.year} annotations={data.yearEvents} {...views} />
          </Example>
          <Example name="A day by hour">
            <TimeChart label="Views today" points={data.day} {...views} />
          </Example>
          <Example name="A spike">
            <TimeChart label="Views of a story" points={data.spike} {...views} />
          </Example>
          <Example name="A week">
            <TimeChart label="Reads" points={data.month.slice(0, 7)} previous={data.monthBefore.slice(-7)} {...views} />
          </Example>
          <Example name="One point">
            <TimeChart label="Views of one day" points={data.month.slice(0, 1)} {...views} />
          </Example>
          <Example name="No data">
            <TimeChart label="Views without data" points={[]} {...views} />
          </Example>
          <Example name="Bars">
            <BarChart
              label="Followers"
              series={[
                { name: 'Followed', points: data.month.slice(0, 12) },
                {
                  name: 'Unfollowed',
                  points: data.monthBefore.slice(0, 12).map((point) => ({ ...point, value: 240 })),
                },
              ]}
              {...views}
            />
          </Example>
        </Examples>
      </Part>
      <Part name="Sparkline">
        <p>
          Views this month <Sparkline values={numbers} label="from 1,108 to 1,905 a day" />
        </p>
      </Part>
      <Part name="Ranked list">
        <Examples>
          <Example name="With a second value and changes">
            <BarList
              label="Sources"
              nameHeader="Source"
              valueHeader="Visitors"
              second={{ header: 'Views' }}
              rows={data.sources}
              action={
                <>
                  <TextLink to="/dev/ui">Show all 48</TextLink>
                  <TextLink to="/dev/ui">Download CSV</TextLink>
                </>
              }
            />
          </Example>
          <Example name="Pages">
            <BarList label="Pages" nameHeader="Page" valueHeader="Views" rows={data.paths} />
          </Example>
          <Example name="An empty list">
            <BarList
              label="Search terms"
              nameHeader="Term"
              valueHeader="Searches"
              rows={[]}
              empty="No searches in this period."
            />
          </Example>
        </Examples>
      </Part>
      <Part name="Funnel">
        <Funnel label="From the plans to a membership" steps={data.funnel} />
      </Part>
      <Part name="Cohorts">
        <CohortTable label="Readers who came back, by week of sign-up" cohorts={data.cohorts} />
      </Part>
      <Part name="Retention curve">
        <RetentionCurve label="Readers by depth" shares={data.retention} views={2204}>
          <div className="grid max-w-reading gap-6 font-serif text-md">
            {Array.from({ length: 8 }, (_, nth) => (
              <p key={nth}>
                The hedge behind our house keeps its own time. In March it is late, in May it is early, and by the end
                of summer it has given up counting and leans over the path to see who is coming. My grandmother cut it
                on the same day each year, and said that it was the hedge that told her which day that was.
              </p>
            ))}
          </div>
        </RetentionCurve>
      </Part>
      <Part name="Web vitals">
        <div className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
          <VitalRating vital="LCP" p75={2140} counts={{ good: 810, fair: 120, poor: 30 }} />
          <VitalRating vital="INP" p75={264} counts={{ good: 400, fair: 310, poor: 90 }} />
          <VitalRating vital="CLS" p75={0.31} />
          <VitalRating vital="FCP" p75={1800} />
          <VitalRating vital="TTFB" p75={null} />
        </div>
      </Part>
    </Chapter>
  )
}

function Examples({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-12">{children}</div>
}

function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={`Example: ${name}`} className="min-w-0">
      <p className="mb-3 font-medium">{name}</p>
      {children}
    </section>
  )
}
