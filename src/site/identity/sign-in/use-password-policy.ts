import { useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { errorCode } from '#site/errors/messages.ts'

/** The password policy, refetched when the server rejects a password. */
export function usePasswordPolicy(known: PasswordPolicy) {
  const api = useApi()
  const [policy, setPolicy] = useState(known)

  async function learnFrom(error: unknown) {
    if (errorCode(error) !== 'password-does-not-meet-requirements') return
    try {
      setPolicy(await api('GET /api/password-policy'))
    } catch {
      // The form shows the original error. The checklist stays as it was.
    }
  }

  return { policy, learnFrom }
}
