import { useEffect, useState } from 'react'
import type { CheckoutResult } from '#contract/membership/membership.ts'
import { useApi } from '#site/page.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000
/** After these attempts, about two minutes, only the person asks again. */
const ATTEMPTS = 12

/** Asks for the result of a checkout until the payment provider has decided it, with growing pauses. */
export function useCheckoutResult(id: string, first: CheckoutResult) {
  const api = useApi()
  const [result, setResult] = useState(first)
  const [attempt, setAttempt] = useState(0)
  const isOpen = result.state === 'open'

  useEffect(() => {
    if (!isOpen || attempt >= ATTEMPTS) return undefined
    let isGone = false
    const timer = setTimeout(
      () => {
        api('GET /api/membership/checkout/{id}', { params: { id } }).then(
          (now) => {
            if (isGone) return
            setResult(now)
            setAttempt(attempt + 1)
          },
          // Offline, or the provider does not answer: the next attempt may succeed.
          () => !isGone && setAttempt(attempt + 1),
        )
      },
      attempt === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS),
    )
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [api, id, isOpen, attempt])

  return { result, isSlow: isOpen && attempt >= ATTEMPTS, checkAgain: () => setAttempt(0) }
}
