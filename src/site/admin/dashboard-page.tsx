import type { Overview } from '#contract/admin/admin.ts'
import { titleOf, transitionLabels } from '#site/stories/article-labels.ts'
import { DashboardFigures } from '#site/analytics/dashboard-figures.tsx'
import { usePageData, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import type { dashboardData } from './dashboard-data.ts'
import { SetupChecklist } from './setup-checklist.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function DashboardPage() {
  const { overview, analytics } = usePageData<typeof dashboardData>()
  const { viewer } = useShell()
  return (
    <div className="grid gap-10 py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold">
        Welcome back, <bdi>{viewer?.name}</bdi>
      </h1>
      {overview.setup && <SetupChecklist done={overview.setup.done} />}
      <Attention overview={overview} />
      {analytics && <DashboardFigures {...analytics} />}
      <Activity activity={overview.activity} />
    </div>
  )
}

/** Problems that the numbers say already. */
const counted = new Set(['jobs-failing', 'items-failed', 'mail-failed'])

type Waiting = { count: number; one: string; many: string; icon: string; to: string }

function Attention({ overview }: { overview: Overview }) {
  const { inReview, heldResponses, reported, appeals, redemptions, operations } = overview
  const queue = '/admin/responses'
  const waiting: Waiting[] = [
    { count: inReview, one: 'story in review', many: 'stories in review', icon: 'inbox', to: '/admin/articles' },
    { count: heldResponses, one: 'held response', many: 'held responses', icon: 'pause', to: `${queue}?view=held` },
    { count: reported, one: 'report to decide', many: 'reports to decide', icon: 'flag', to: `${queue}?view=reported` },
    { count: appeals, one: 'appeal', many: 'appeals', icon: 'scale', to: `${queue}?view=appeals` },
    {
      count: redemptions,
      one: 'reward to fulfil',
      many: 'rewards to fulfil',
      icon: 'gift',
      to: '/admin/rewards?show=redemptions&state=to-fulfil',
    },
    { count: operations?.failedJobs ?? 0, one: 'failed job', many: 'failed jobs', icon: 'list-x', to: '/admin/jobs' },
    {
      count: operations?.failedMail ?? 0,
      one: 'failed email',
      many: 'failed emails',
      icon: 'mail-x',
      to: '/admin/mail',
    },
  ]
  const due = waiting.filter(({ count }) => count > 0)
  const problems = operations?.problems.filter(({ code }) => !counted.has(code)) ?? []
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="font-serif text-xl font-semibold">
        Needs attention
      </h2>
      {due.length === 0 && problems.length === 0 && (
        <p className="mt-3 flex items-center gap-2 text-gray-600">
          <Icon name="circle-check" className="text-primary-700" />
          Nothing is waiting for you.
        </p>
      )}
      {problems.length > 0 && (
        <div className="mt-4 grid gap-2">
          {problems.map(({ code, message }) => (
            <Banner key={code} tone="warning">
              {message}
            </Banner>
          ))}
        </div>
      )}
      {due.length > 0 && (
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {due.map(({ count, one, many, icon, to }) => (
            <li key={many}>
              <Link
                to={to}
                viewTransition
                className="flex min-h-20 items-center gap-4 rounded-lg border border-gray-200 p-4 hover:border-gray-400"
              >
                <Icon name={icon} className="text-gray-500" />
                <span>
                  <span className="block text-2xl font-semibold tabular-nums">{count.toLocaleString('en')}</span>
                  <span className="text-sm text-gray-600">{count === 1 ? one : many}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Activity({ activity }: Pick<Overview, 'activity'>) {
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="font-serif text-xl font-semibold">
        Recent activity
      </h2>
      {activity.length === 0 ? (
        <p className="mt-3 text-gray-600">Submitted and published stories appear here.</p>
      ) : (
        <ol className="mt-3 max-w-3xl divide-y divide-gray-200 border-y border-gray-200">
          {activity.map(({ id, at, move, by, article }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 text-sm">
              <span className="min-w-0 wrap-anywhere">
                <Link
                  to={`/admin/articles/preview/${article.id}`}
                  className="font-medium underline-offset-4 hover:underline"
                >
                  <bdi>{titleOf(article)}</bdi>
                </Link>
                : <bdi>{by?.name ?? 'The site'}</bdi> {transitionLabels[move]}
              </span>
              <Time at={at} className="text-gray-600" />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
