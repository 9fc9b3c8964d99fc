import { usePageData } from '#site/page.ts'
import { PillLink } from '#site/ui/pill-link.tsx'
import { AllResponses } from './all-responses.tsx'
import { CaseList } from './case-list.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { Failures } from './failures.tsx'
import type { ScreenView, responsesData } from './responses-data.ts'
import { RulesForm } from './rules-form.tsx'
import { useDecisions } from './use-decisions.ts'

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

export default function ResponsesPage() {
  const data = usePageData<typeof responsesData>()
  const decisions = useDecisions()
  const { view, counts } = data
  const count = (of: ScreenView) => (of === 'all' || of === 'rules' || of === 'decided' ? 0 : counts[of])
  return (
    <div className="max-w-5xl py-10">
      <h1 className="font-serif text-2xl font-semibold">Responses and reports</h1>
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
      <Failures failures={decisions.failures} />
      {data.kind === 'cases' && <CaseList key={view} {...data} decisions={decisions} />}
      {data.kind === 'responses' && <AllResponses {...data} decisions={decisions} />}
      {data.kind === 'rules' && <RulesForm stored={data.rules} />}
      {decisions.asked && (
        <DecisionDialog wish={decisions.asked} onDecide={decisions.decide} onClose={decisions.cancel} />
      )}
    </div>
  )
}
