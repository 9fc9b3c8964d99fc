import { type ReactNode, useState } from 'react'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { signInWithPasskey, usePasskeySupport } from './passkeys.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import type { Attempt } from './use-sign-in.ts'

type Props = {
  providers: readonly { id: string; name: string }[]
  attempt: Attempt
  purpose: 'signIn' | 'reauth'
  passkeys: boolean
  /** More methods, shown first. */
  children?: ReactNode
}

/** All sign-in methods except the password. */
export function OtherMethods({ providers, attempt, purpose, passkeys, children }: Props) {
  const api = useApi()
  const support = usePasskeySupport()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)

  async function usePasskey() {
    setProblem(null)
    setBusy(true)
    await attempt(() => signInWithPasskey(api)).catch(setProblem)
    setBusy(false)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      {problem !== null && <Banner tone="danger">{errorMessage(problem)}</Banner>}
      {children}
      <ProviderButtons
        providers={providers}
        purpose={purpose}
        onProblem={setProblem}
        onResult={(body) => {
          setProblem(null)
          return attempt(() => api('POST /api/sign-in/provider', { body }))
        }}
      />
      {passkeys && support === 'ip-address' && (
        <p className="text-sm text-gray-600">
          To use a passkey, open this site at its host name. Passkeys don’t work at an IP address.
        </p>
      )}
      {passkeys && support === 'yes' && (
        <Button tone="quiet" busy={busy} onClick={() => void usePasskey()}>
          <Icon name="key-round" size={18} />
          Use a passkey
        </Button>
      )}
    </div>
  )
}

export function Or() {
  return (
    <p className="noscript:hidden my-6 flex items-center gap-4 text-sm text-gray-600 before:h-px before:flex-1 before:bg-gray-200 after:h-px after:flex-1 after:bg-gray-200">
      or
    </p>
  )
}
