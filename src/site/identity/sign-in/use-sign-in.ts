import { useState } from 'react'
import type { SecondFactorNeeded, SignedIn } from '#contract/identity/identity.ts'
import { secondFactorNeeded } from './second-factor-needed.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'

export type Attempt = (call: () => Promise<SignedIn>) => Promise<void>

/** One sign-in, whatever it begins with. Remembers that a second step is asked for, and why it had to begin anew. */
export function useSignIn(done: (signedIn: SignedIn) => Promise<void>) {
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const [message, setMessage] = useState<string | null>(null)

  /** Throws what the person should be told where they are; a second step is not such a thing. */
  async function attempt(call: () => Promise<SignedIn>) {
    setMessage(null)
    try {
      await done(await call())
    } catch (error) {
      const half = secondFactorNeeded(error)
      if (half) return setNeeded(half)
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
