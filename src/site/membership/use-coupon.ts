import { useEffect, useState } from 'react'
import type { Discount, Plan } from '#contract/membership/membership.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, useShell } from '#site/page.ts'
import { readDraft, updateDraft } from './checkout-draft.ts'

type Checked = { of: string; discount: Discount | null; problem: string | null }

/** The coupon that the person applied. It is checked again for each plan they choose. */
export function useCoupon(plan: Plan) {
  const api = useApi()
  const personId = useShell().viewer?.id ?? null
  const [code, setCode] = useState<string | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const wanted = code && `${code} ${plan.id}`
  const isChecked = checked !== null && checked.of === wanted

  // Applied before a reload, or before the way to the payment provider and back.
  useEffect(() => {
    if (personId) setCode(readDraft(personId).coupon ?? null)
  }, [personId])

  useEffect(() => {
    if (code === null || wanted === null || isChecked) return undefined
    let isCurrent = true
    api('GET /api/membership/discount', { query: { code, plan: plan.id } }).then(
      (discount) => isCurrent && setChecked({ of: wanted, discount, problem: null }),
      (error: unknown) => isCurrent && setChecked({ of: wanted, discount: null, problem: errorMessage(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [api, code, plan.id, wanted, isChecked])

  function save(next: string | null) {
    setCode(next)
    if (personId) updateDraft(personId, { coupon: next ?? undefined })
  }

  /** Refuses a code that does not apply to the plan. */
  async function apply(typed: string) {
    const discount = await api('GET /api/membership/discount', { query: { code: typed, plan: plan.id } })
    setChecked({ of: `${discount.code} ${plan.id}`, discount, problem: null })
    save(discount.code)
  }

  return {
    code,
    discount: isChecked ? checked.discount : null,
    problem: isChecked ? checked.problem : null,
    isChecking: code !== null && !isChecked,
    apply,
    remove: () => save(null),
  }
}

export type Coupon = ReturnType<typeof useCoupon>
