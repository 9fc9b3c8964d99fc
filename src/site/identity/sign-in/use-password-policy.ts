import { useEffect, useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi, useBoot } from '#site/page.ts'
import { errorCode } from '#site/errors/messages.ts'

/** The password policy, refetched when the server rejects a password. */
export function usePasswordPolicy(known: PasswordPolicy) {
  const api = useApi()
  const [policy, setPolicy] = useState(known)

  const { services } = useBoot()
  const elsewhere = services.identity !== null

  async function load() {
    try {
      setPolicy(await api('GET /api/password-policy'))
    } catch {
      // The form shows the original error. The checklist stays as it was.
    }
  }

  // The page was rendered without asking the identity service.
  useEffect(() => {
    if (elsewhere) void load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [elsewhere])

  async function learnFrom(error: unknown) {
    if (errorCode(error) === 'password-does-not-meet-requirements') await load()
  }

  return { policy, learnFrom }
}
