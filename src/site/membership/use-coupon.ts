import { useEffect, useState } from 'react'
import type { Discount, Plan } from '#contract/membership/membership.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { useApi, useShell } from '#site/page.ts'
import { readDraft, updateDraft } from './checkout-draft.ts'

/** `problem`: why the coupon does not apply to the plan, which is then paid in full. */
type Answer = { discount: Discount | null; problem: string | null }

/** The coupon that the person applied. It is checked once for each plan they choose. */
export function useCoupon(plan: Plan) {
  const api = useApi()
  const personId = useShell().viewer?.id ?? null
  const [code, setCode] = useState<string | null>(null)
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  /** The check of `of` failed, so that the price is not known. */
  const [failed, setFailed] = useState<{ of: string; message: string } | null>(null)
  const wanted = code === null ? null : `${code} ${plan.id}`
  const answer = wanted === null ? undefined : answers.get(wanted)
  const failure = failed !== null && failed.of === wanted && !answer ? failed.message : null
  const isChecking = wanted !== null && !answer && failure === null

  // Applied before a reload, or before the way to the payment provider and back.
  useEffect(() => {
    if (personId) setCode(readDraft(personId).coupon ?? null)
  }, [personId])

  useEffect(() => {
    if (code === null || wanted === null || !isChecking) return undefined
    let isCurrent = true
    const save = (checked: Answer) => setAnswers((now) => new Map(now).set(wanted, checked))
    api('GET /api/membership/discount', { query: { code, plan: plan.id } }).then(
      (discount) => save({ discount, problem: null }),
      (error: unknown) => {
        const message = errorMessage(error)
        if (['code-not-valid', 'invalid'].includes(errorCode(error))) save({ discount: null, problem: message })
        else if (isCurrent) setFailed({ of: wanted, message })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [api, code, plan.id, wanted, isChecking])

  function choose(next: string | null) {
    setCode(next)
    if (personId) updateDraft(personId, { coupon: next ?? undefined })
  }

  /** Refuses a code that does not apply to the plan. */
  async function apply(typed: string) {
    const discount = await api('GET /api/membership/discount', { query: { code: typed, plan: plan.id } })
    setAnswers((now) => new Map(now).set(`${discount.code} ${plan.id}`, { discount, problem: null }))
    choose(discount.code)
  }

  return {
    code,
    discount: answer?.discount ?? null,
    problem: answer?.problem ?? null,
    failure,
    isChecking,
    apply,
    checkAgain: () => setFailed(null),
    remove: () => choose(null),
  }
}

export type Coupon = ReturnType<typeof useCoupon>
