import { useEffect, useRef, useState } from 'react'
import { useBoot } from '#site/page.ts'
import { redirectToProvider, signInWithProvider, takeRedirectResult } from '#site/identity/session/provider.ts'
import { Button } from '#site/ui/button.tsx'
import { LinkButton } from './link-button.tsx'
import { errorCode } from '#site/errors/messages.ts'

export type ProviderResult = { requestUri: string; sessionId: string }
type Provider = { id: string; name: string }

type Props = {
  providers: readonly Provider[]
  purpose: 'signIn' | 'link' | 'reauth'
  onResult(result: ProviderResult): Promise<void>
  onProblem(error: unknown): void
}

/** Other services that vouch for people, each in a window of its own. */
export function ProviderButtons({ providers, purpose, onResult, onProblem }: Props) {
  const { base } = useBoot()
  const [busy, setBusy] = useState<string | null>(null)
  const [blocked, setBlocked] = useState<Provider | null>(null)
  const finish = useFinish({ onResult, onProblem, setBusy })
  // A dialog is gone after a redirect, and what it was asked for with it: only a page can go on from there.
  const mayRedirect = purpose !== 'reauth'
  useReturn(mayRedirect ? purpose : null, finish)

  function open(provider: Provider) {
    setBlocked(null)
    void finish(provider.id, async () => {
      try {
        return await signInWithProvider(provider, { base, purpose })
      } catch (error) {
        if (mayRedirect && errorCode(error) === 'popup-blocked') setBlocked(provider)
        throw error
      }
    })
  }

  return (
    <>
      {blocked && (
        <p className="text-sm">
          <LinkButton onClick={() => void redirectToProvider(blocked, { base, purpose }).catch(onProblem)}>
            Go on to {blocked.name} in this window
          </LinkButton>
        </p>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          tone="quiet"
          size={purpose === 'link' ? 'sm' : 'md'}
          busy={busy === provider.id}
          onClick={() => open(provider)}
        >
          <span className="truncate">
            {purpose === 'link' ? 'Link' : 'Continue with'} {provider.name}
          </span>
        </Button>
      ))}
    </>
  )
}

type Finish = Pick<Props, 'onResult' | 'onProblem'> & { setBusy(id: string | null): void }

function useFinish({ onResult, onProblem, setBusy }: Finish) {
  return async (id: string, bring: () => Promise<ProviderResult | null>) => {
    setBusy(id)
    try {
      const brought = await bring()
      if (brought) await onResult({ requestUri: brought.requestUri, sessionId: brought.sessionId })
    } catch (error) {
      onProblem(error)
    }
    setBusy(null)
  }
}

/** Where windows are blocked the page itself went there, and has come back. */
function useReturn(purpose: Props['purpose'] | null, finish: ReturnType<typeof useFinish>) {
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })
  useEffect(() => {
    // An answer to another question, asked before somebody signed in or out elsewhere, is not one to this.
    const bring = async () => takeRedirectResult().then((brought) => (brought?.purpose === purpose ? brought : null))
    if (purpose) void latest.current('', bring)
  }, [purpose])
}
