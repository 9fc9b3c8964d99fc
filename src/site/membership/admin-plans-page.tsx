import { usePageData } from '#site/page.ts'
import { PlanForm } from './admin-plan-form.tsx'
import { PlanList } from './admin-plan-list.tsx'
import type { plansData } from './admin-plans-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function PlansPage() {
  const data = usePageData<typeof plansData>()
  const { provider } = data
  if (data.kind === 'new') return <PlanForm key="new" plan={null} provider={provider} />
  // A form starts with what was loaded. It is not replaced when the data is loaded again.
  if (data.kind === 'edit') return <PlanForm key={data.plan.id} plan={data.plan} provider={provider} />
  return <PlanList loaded={data.plans} provider={provider} />
}
