import { SECOND_MS } from '#contract/constants.ts'
import { ProviderError } from './provider-error.ts'
import { type ProviderResponse, getHelperFrame, onAuthEvent, settleEvent } from './provider-frame.ts'
import { type Provider, type Purpose, checkDomain, handlerAddress, newEventId } from './provider-handler.ts'

export { ProviderError } from './provider-error.ts'
export { redirectToProvider, takeRedirectResult } from './provider-redirect.ts'
export type { ProviderResponse } from './provider-frame.ts'

const CLOSED_POLL_MS = 500
/** The window may close a moment before its news arrives. */
const CLOSED_GRACE_MS = 2 * SECOND_MS

/** To be called in the click itself, before anything is awaited: later the browser blocks the window. */
export async function signInWithProvider(
  provider: Provider,
  { base, purpose }: { base: string; purpose: Purpose },
): Promise<ProviderResponse> {
  const eventId = newEventId()
  const popup = window.open('about:blank', `bramble-${eventId}`, popupFeatures())
  if (!popup) throw new ProviderError('popup-blocked')
  const address = handlerAddress(provider, { base, authType: `${purpose}ViaPopup`, eventId })
  const endings: (() => void)[] = []
  try {
    return await new Promise<ProviderResponse>((resolve, reject) => {
      endings.push(
        onAuthEvent(base, eventId, (event) => settleEvent(event, resolve, reject)),
        onClosed(popup, () => reject(new ProviderError('popup-closed-by-user'))),
      )
      // The handler page may speak as soon as it is there, so the helper page must be listening by then.
      Promise.all([checkDomain(base), getHelperFrame(base).ready]).then(() => {
        if (!popup.closed) popup.location.replace(address)
      }, reject)
    })
  } finally {
    for (const end of endings) end()
    popup.close()
  }
}

function onClosed(popup: Window, tell: () => void) {
  let grace: ReturnType<typeof setTimeout> | undefined
  const poll = setInterval(() => {
    // A page of the other service may cut the tie, and a window that is open then looks closed: whoever closed it is back here.
    if (popup.closed && document.hasFocus()) grace ??= setTimeout(tell, CLOSED_GRACE_MS)
  }, CLOSED_POLL_MS)
  return () => {
    clearInterval(poll)
    clearTimeout(grace)
  }
}

function popupFeatures() {
  const [width, height] = [500, 600]
  const left = Math.max((screen.availWidth - width) / 2, 0)
  const top = Math.max((screen.availHeight - height) / 2, 0)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}
