import { PillLink } from '#site/ui/pill-link.tsx'

/** The three views of the jobs screen. */
export function JobTabs({ current }: { current: 'jobs' | 'failed' | 'history' }) {
  return (
    <nav aria-label="Views" className="mt-5 flex flex-wrap gap-2">
      <PillLink to="/admin/jobs" current={current === 'jobs'}>
        Jobs
      </PillLink>
      <PillLink to="/admin/jobs?show=failed" current={current === 'failed'}>
        Failed items
      </PillLink>
      <PillLink to="/admin/jobs?show=history" current={current === 'history'}>
        Failure history
      </PillLink>
    </nav>
  )
}
