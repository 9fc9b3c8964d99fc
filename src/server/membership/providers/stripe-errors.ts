import { Stripe } from 'stripe'
import { Refusal } from '#contract/errors.ts'

/**
 * Translates errors that people can do something about. A wrong request is a fault of ours: without the status of Stripe's
 * answer, which would be taken for the status of our own.
 */
export async function askStripe<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new Refusal('payment-declined')
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    )
      throw Object.assign(new Refusal('payments-unavailable'), { cause: error })
    if (error instanceof Stripe.errors.StripeError) throw new Error(`Stripe: ${error.message}`, { cause: error })
    throw error
  }
}

/** Stripe has a least and a largest amount for each currency, and does not know every currency. */
export function isPriceProblem(error: unknown): error is Error {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  const isAmount = error.code === 'amount_too_small' || error.code === 'amount_too_large'
  return isAmount || /currency|unit_amount/.test(error.param ?? '')
}

/** Null for an object that Stripe does not know. */
export async function orMissing<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Null when Stripe has an object with this id already: another process was faster. */
export async function orExisting<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists')
      return null
    throw error
  }
}

/** Null when an object is in a state that does not allow it. */
export async function orRefused<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}
