import { Refusal } from '#contract/errors.ts'
import type { SecondFactorNeeded } from '#contract/identity/identity.ts'

/** The pending second factor, if that is why the sign-in was refused. */
export function secondFactorNeeded(error: unknown): SecondFactorNeeded | null {
  if (!(error instanceof Refusal) || error.code !== 'multi-factor-auth-required') return null
  const { pending, factors } = error.details
  if (typeof pending !== 'string') return null
  return { pending, factors: Array.isArray(factors) ? factors.filter(isFactor) : [] }
}

function isFactor(value: unknown): value is SecondFactorNeeded['factors'][number] {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value
}
