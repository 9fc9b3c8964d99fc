import { usePageData } from '#site/page.ts'
import { FailedItems } from './failed-items.tsx'
import { JobHistory } from './job-history.tsx'
import { JobList } from './job-list.tsx'
import type { jobsData } from './jobs-data.ts'

export default function JobsPage() {
  const data = usePageData<typeof jobsData>()
  if (data.show === 'failed') return <FailedItems {...data} />
  if (data.show === 'history') return <JobHistory {...data} />
  return <JobList {...data} />
}
