import { useEffect, useRef, useState } from 'react'
import { useBoot } from '#site/page.ts'
import { redirectToProvider, signInWithProvider, takeRedirectResult } from '#site/identity/session/provider.ts'
import { Button } from '#site/ui/button.tsx'
import { LinkButton } from './link-button.tsx'
import { errorCode } from '#site/errors/messages.ts'

type ProviderResult = { requestUri: string; sessionId: string }
type Provider = { id: string; name: string }

type Props = {
  providers: readonly Provider[]
  purpose: 'signIn' | 'link' | 'reauth'
  onResult(result: ProviderResult): Promise<void>
  onProblem(error: unknown): void
}

/** Buttons for identity providers. Each opens a popup. */
export function ProviderButtons({ providers, purpose, onResult, onProblem }: Props) {
  const { base } = useBoot()
  const [busy, setBusy] = useState<string | null>(null)
  const [blocked, setBlocked] = useState<Provider | null>(null)
  const finish = useFinish({ onResult, onProblem, setBusy })
  // A redirect closes the dialog and loses the pending change, so only a page can redirect.
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
            Continue to {blocked.name} in this window
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
  return async (id: string, getResult: () => Promise<ProviderResult | null>) => {
    setBusy(id)
    try {
      const result = await getResult()
      if (result) await onResult({ requestUri: result.requestUri, sessionId: result.sessionId })
    } catch (error) {
      onProblem(error)
    }
    setBusy(null)
  }
}

/** Handles the return from a redirect, which is used when popups are blocked. */
function useReturn(purpose: Props['purpose'] | null, finish: ReturnType<typeof useFinish>) {
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })
  useEffect(() => {
    // Ignore the result of a redirect that was started for another purpose.
    const getResult = async () => takeRedirectResult().then((result) => (result?.purpose === purpose ? result : null))
    if (purpose) void latest.current('', getResult)
  }, [purpose])
}
