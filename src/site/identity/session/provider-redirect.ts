import { SECOND_MS } from '#contract/constants.ts'
import { ProviderError } from './provider-error.ts'
import { type ProviderResponse, getHelperFrame, onAuthEvent, settleEvent } from './provider-frame.ts'
import { type Provider, type Purpose, checkDomain, handlerAddress, newEventId } from './provider-handler.ts'
import { readStored, writeStored } from '#site/browser/web-storage.ts'

const PENDING_KEY = 'bramble:redirect'
const WAIT_MS = 10 * SECOND_MS

type Pending = { base: string; eventId: string; purpose: Purpose }

/** Redirects to the provider. After the return, `takeRedirectResult` on the current page gets the result. */
export async function redirectToProvider(
  provider: Provider,
  { base, purpose }: { base: string; purpose: Purpose },
): Promise<void> {
  await checkDomain(base)
  const pending: Pending = { base, purpose, eventId: newEventId() }
  if (!writeStored('sessionStorage', PENDING_KEY, JSON.stringify(pending)))
    throw new ProviderError('web-storage-unsupported')
  location.assign(handlerAddress(provider, { ...pending, authType: `${purpose}ViaRedirect` }))
}

/** The result of a redirect and its purpose. Null if there was no redirect, or it brought no result. */
export async function takeRedirectResult(): Promise<(ProviderResponse & { purpose: Purpose }) | null> {
  const stored = readStored('sessionStorage', PENDING_KEY)
  if (stored === null) return null
  writeStored('sessionStorage', PENDING_KEY, null)
  const { base, eventId, purpose }: Pending = JSON.parse(stored)
  const response = await waitForEvent(base, eventId)
  return response && { ...response, purpose }
}

async function waitForEvent(base: string, eventId: string) {
  const { element, ready } = getHelperFrame(base)
  const endings: (() => void)[] = []
  try {
    return await new Promise<ProviderResponse | null>((resolve, reject) => {
      const late = setTimeout(() => reject(new ProviderError('network-request-failed')), WAIT_MS)
      endings.push(
        () => clearTimeout(late),
        onAuthEvent(base, eventId, (event) => {
          if (event.error?.code === 'auth/no-auth-event') resolve(null)
          else settleEvent(event, resolve, reject)
        }),
      )
      void ready.then(() => element.contentWindow?.postMessage({ bramble: 'listen', eventId }, location.origin))
    })
  } finally {
    for (const end of endings) end()
  }
}
