import type { PaymentState } from '#contract/membership/states.ts'
import { Badge } from '#site/ui/badge.tsx'
import { paymentStateNames, paymentStateTones } from './labels.ts'

type Props = { payment: { state: PaymentState; refunded: number }; showsPaid?: boolean }

/** A payment that is simply paid needs no mark in a list of receipts. */
export function PaymentBadge({ payment: { state, refunded }, showsPaid = false }: Props) {
  if (state === 'paid' && refunded > 0) return <Badge>Partly refunded</Badge>
  if (state === 'paid' && !showsPaid) return null
  return <Badge tone={paymentStateTones[state]}>{paymentStateNames[state]}</Badge>
}
