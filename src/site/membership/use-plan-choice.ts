import { useState } from 'react'
import { useHref, useLocation } from 'react-router'
import type { Plan } from '#contract/membership/membership.ts'
import type { PlanPeriod } from '#contract/membership/states.ts'
import { useQueryValue } from './use-query-value.ts'

/** The chosen plan, which is in the address: it is still chosen after a reload, a sign-in, and on Back from the payment. */
export function usePlanChoice(plans: readonly Plan[]) {
  const asked = useQueryValue('plan')
  const { search } = useLocation()
  const page = useHref('/membership')
  const [choice, setChoice] = useState<string | null>(null)
  const findPlan = (id: string | null) => plans.find((plan) => plan.id === id)
  const chosen = findPlan(choice) ?? findPlan(asked) ?? plans.find(({ period }) => period === 'year') ?? plans[0]

  function choose({ id }: Plan) {
    setChoice(id)
    const query = new URLSearchParams(search)
    query.set('plan', id)
    // Bypasses the router, which would load the page again.
    history.replaceState(history.state, '', `${page}?${query.toString()}`)
  }

  /** The same plan with the other period, if there is one. */
  function choosePeriod(period: PlanPeriod) {
    const offered = plans.filter((plan) => plan.period === period)
    const plan = offered.find(({ name, seats }) => name === chosen?.name && seats === chosen.seats) ?? offered[0]
    if (plan) choose(plan)
  }

  return { chosen, choose, choosePeriod }
}
