import { usePageData } from '#site/page.ts'
import { PillLink } from '#site/ui/pill-link.tsx'
import { AllResponses } from './all-responses.tsx'
import { CaseList } from './case-list.tsx'
import type { ScreenView, responsesData } from './responses-data.ts'
import { RulesForm } from './rules-form.tsx'

const views: readonly { view: ScreenView; name: string }[] = [
  { view: 'open', name: 'Open' },
  { view: 'held', name: 'Held' },
  { view: 'reported', name: 'Reported' },
  { view: 'appeals', name: 'Appeals' },
  { view: 'decided', name: 'Decided' },
  { view: 'all', name: 'All responses' },
  { view: 'rules', name: 'Rules' },
]
const COUNTED = 1000
const title = 'Moderation'

export default function ResponsesPage() {
  const data = usePageData<typeof responsesData>()
  const { view, counts } = data
  const navigation = <Views view={view} counts={counts} />
  if (data.kind === 'rules') {
    return (
      <div className="max-w-5xl py-8 sm:py-10">
        <h1 className="font-serif text-2xl font-semibold">{title}</h1>
        {navigation}
        <RulesForm stored={data.rules} />
      </div>
    )
  }
  // A list of another view starts without a selection.
  if (data.kind === 'responses') {
    return (
      <AllResponses key={view} title={title} {...data}>
        {navigation}
      </AllResponses>
    )
  }
  return (
    <CaseList key={view} title={title} {...data}>
      {navigation}
    </CaseList>
  )
}

type Counts = ReturnType<typeof usePageData<typeof responsesData>>['counts']

function Views({ view, counts }: { view: ScreenView; counts: Counts }) {
  const count = (of: ScreenView) => (of === 'all' || of === 'rules' || of === 'decided' ? 0 : counts[of])
  return (
    <nav aria-label="Views" className="-mx-5 mt-5 flex gap-2 overflow-x-auto px-5 pb-1">
      {views.map(({ view: one, name }) => (
        <PillLink
          key={one}
          to={one === 'open' ? '/admin/responses' : `/admin/responses?view=${one}`}
          current={one === view}
        >
          {count(one) > 0 ? `${name} (${count(one) >= COUNTED ? '1,000+' : count(one)})` : name}
        </PillLink>
      ))}
    </nav>
  )
}
