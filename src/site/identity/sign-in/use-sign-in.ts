import { Refusal } from '#contract/errors.ts'
import { useState } from 'react'
import type { SecondFactorNeeded, SignedIn } from '#contract/identity/identity.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'

export type Attempt = (call: () => Promise<SignedIn>) => Promise<void>

/** State of a sign-in with any method: the pending second factor, and why it had to start over. */
export function useSignIn(done: (signedIn: SignedIn) => Promise<void>) {
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const [message, setMessage] = useState<string | null>(null)

  /** Throws errors for the caller to show, except that a second factor is needed. */
  async function attempt(call: () => Promise<SignedIn>) {
    setMessage(null)
    try {
      await done(await call())
    } catch (error) {
      const pending = secondFactorNeeded(error)
      if (pending) return setNeeded(pending)
      if (errorCode(error) !== 'invalid-multi-factor-session') throw error
      startAgain(errorMessage(error))
    }
  }

  function startAgain(why: string | null = null) {
    setNeeded(null)
    setMessage(why)
  }

  return { needed, message, attempt, startAgain }
}

/** The pending second factor, if that is why the sign-in was refused. */
function secondFactorNeeded(error: unknown): SecondFactorNeeded | null {
  if (!(error instanceof Refusal) || error.code !== 'multi-factor-auth-required') return null
  const { pending, factors } = error.details
  if (typeof pending !== 'string') return null
  return { pending, factors: Array.isArray(factors) ? factors.filter(isFactor) : [] }
}

function isFactor(value: unknown): value is SecondFactorNeeded['factors'][number] {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value
}
