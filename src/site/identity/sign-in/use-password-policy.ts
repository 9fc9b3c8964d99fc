import { useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { errorCode } from '#site/errors/messages.ts'

/** The rules for passwords as they are known here, asked for anew when the server holds others. */
export function usePasswordPolicy(known: PasswordPolicy) {
  const api = useApi()
  const [policy, setPolicy] = useState(known)

  async function learnFrom(error: unknown) {
    if (errorCode(error) !== 'password-does-not-meet-requirements') return
    try {
      setPolicy(await api('GET /api/password-policy'))
    } catch {
      // The refusal itself is shown; the checklist stays as it was.
    }
  }

  return { policy, learnFrom }
}
