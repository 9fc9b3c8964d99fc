import type { IncomingHttpHeaders } from 'node:http'
import { Stripe } from 'stripe'
import type { BillingEvent, BillingSubject } from './provider.ts'
import { idOf, subscriptionOf } from './stripe-present.ts'

const TOLERANCE_SECONDS = 5 * 60

/** Events of other types are acknowledged and ignored. */
export const handledEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'charge.dispute.closed',
]

type Received = { raw: Buffer; headers: IncomingHttpHeaders; secret: string; now: Date }

/** Null when the signature is wrong, the timestamp is too old, or the signed body is no event. */
export function parseStripeWebhook(stripe: Stripe, { raw, headers, secret, now }: Received): BillingEvent | null {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') return null
  try {
    return presentEvent(
      stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime()),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
    throw error
  }
}

export function presentEvent(event: Stripe.Event): BillingEvent {
  return { id: event.id, type: event.type, subject: handledEvents.includes(event.type) ? subjectOf(event) : '' }
}

function subjectOf({ data: { object } }: Stripe.Event): BillingSubject | '' {
  switch (object.object) {
    case 'subscription':
      return `subscription:${object.id}`
    case 'checkout.session':
      return `checkout:${object.id}`
    case 'invoice': {
      const id = subscriptionOf(object)
      return id ? `subscription:${id}` : ''
    }
    case 'charge':
      return `charge:${object.id}`
    case 'dispute': {
      const id = idOf(object.charge)
      return id ? `charge:${id}` : ''
    }
    default:
      return ''
  }
}
