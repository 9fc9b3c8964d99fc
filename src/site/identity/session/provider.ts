import { SECOND_MS } from '#contract/constants.ts'
import { ProviderError } from './provider-error.ts'
import { type ProviderResponse, getHelperFrame, onAuthEvent, settleEvent } from './provider-frame.ts'
import { type Provider, type Purpose, checkDomain, handlerAddress, newEventId } from './provider-handler.ts'

export { ProviderError } from './provider-error.ts'
export { redirectToProvider, takeRedirectResult } from './provider-redirect.ts'
export type { ProviderResponse } from './provider-frame.ts'

const CLOSED_POLL_MS = 500
/** The popup may close before its event arrives. */
const CLOSED_GRACE_MS = 2 * SECOND_MS

/** Call directly in the click handler, before any await: otherwise the browser blocks the popup. */
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
      // The handler page may post its event at once, so the helper page must be listening first.
      Promise.all([checkDomain(base), getHelperFrame(base).ready]).then(() => {
        if (!popup.closed) popup.location.replace(address)
      }, reject)
    })
  } finally {
    for (const end of endings) end()
    popup.close()
  }
}

function onClosed(popup: Window, onClose: () => void) {
  let grace: ReturnType<typeof setTimeout> | undefined
  const poll = setInterval(() => {
    // With Cross-Origin-Opener-Policy on the provider page, an open popup reports `closed`. If it is really closed, this page has the focus.
    if (popup.closed && document.hasFocus()) grace ??= setTimeout(onClose, CLOSED_GRACE_MS)
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
