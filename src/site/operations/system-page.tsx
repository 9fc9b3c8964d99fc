import { usePageData } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { LogView } from './log-view.tsx'
import type { systemData } from './system-data.ts'
import { SystemChecks } from './system-checks.tsx'
import { SystemFigures } from './system-figures.tsx'
import { ProcessTable, SlowQueryTable, TableSizes } from './system-tables.tsx'
import { CacheChart } from './cache-chart.tsx'
import { useLiveRefresh } from './use-live-refresh.ts'

const REFRESH_MS = 5000

export default function SystemPage() {
  const data = usePageData<typeof systemData>()
  const { status } = data
  const { refresh, busy } = useLiveRefresh(REFRESH_MS, data.show === 'status')
  return (
    <div className="py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">System</h1>
        <Button tone="quiet" size="sm" busy={busy && data.show === 'log'} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <nav aria-label="Views" className="mt-5 flex flex-wrap gap-2">
        <PillLink to="/admin/system" current={data.show === 'status'}>
          Status
        </PillLink>
        <PillLink to="/admin/system?show=log" current={data.show === 'log'}>
          Log
        </PillLink>
      </nav>
      {data.show === 'log' ? (
        <LogView log={data.log} processes={status.processes} query={data.query} />
      ) : (
        <div className="mt-6 grid grid-cols-1 gap-10">
          {status.problems.length > 0 && (
            <Banner tone="warning" title="Needs attention">
              <ul>
                {status.problems.map(({ code, message }) => (
                  <li key={code}>{message}</li>
                ))}
              </ul>
            </Banner>
          )}
          <SystemFigures status={status} />
          <ProcessTable status={status} />
          <CacheChart cache={status.cache} />
          <SlowQueryTable status={status} />
          <TableSizes status={status} />
          <SystemChecks />
        </div>
      )}
    </div>
  )
}
