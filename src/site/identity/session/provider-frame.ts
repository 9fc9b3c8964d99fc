import { ProviderError } from './provider-error.ts'

/** The result of a provider sign-in, sent by the handler page. */
export type AuthEvent = {
  type: string
  eventId: string | null
  urlResponse: string | null
  sessionId: string | null
  error: { code: string; message: string } | null
}

/** What the server needs to complete the sign-in with the provider. */
export type ProviderResponse = { requestUri: string; sessionId: string }

type Frame = { element: HTMLIFrameElement; ready: Promise<void> }
let frame: Frame | null = null

/** The iframe that relays events from the handler page. Created once, on first use. */
export function getHelperFrame(base: string): Frame {
  if (frame?.element.isConnected) return frame
  const element = document.createElement('iframe')
  element.src = `${base}__/auth/iframe?apiKey=bramble&appName=bramble`
  element.title = 'Sign-in helper'
  element.hidden = true
  element.tabIndex = -1
  element.ariaHidden = 'true'
  // The helper page posts messages only to a known origin, which it takes from the referrer.
  element.referrerPolicy = 'origin'
  const ready = new Promise<void>((done) => element.addEventListener('load', () => done(), { once: true }))
  document.body.append(element)
  frame = { element, ready }
  return frame
}

/** Subscribes to the events of one sign-in. Accepts messages only from the helper page. Returns the unsubscribe function. */
export function onAuthEvent(base: string, eventId: string, onEvent: (event: AuthEvent) => void) {
  const { element } = getHelperFrame(base)
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== element.contentWindow || origin !== location.origin) return
    const event = isRecord(data) && data['bramble'] === 'authEvent' ? readEvent(data['authEvent']) : null
    if (event?.eventId === eventId) onEvent(event)
  }
  addEventListener('message', listen)
  return () => removeEventListener('message', listen)
}

export function settleEvent(
  event: AuthEvent,
  resolve: (response: ProviderResponse) => void,
  reject: (error: Error) => void,
) {
  const { error, urlResponse, sessionId } = event
  if (error) reject(new ProviderError(error.code.replace(/^auth\//, ''), error.message))
  else if (urlResponse === null || sessionId === null) reject(new ProviderError('invalid-auth-event'))
  else resolve({ requestUri: urlResponse, sessionId })
}

function readEvent(value: unknown): AuthEvent | null {
  if (!isRecord(value)) return null
  const { type, eventId, urlResponse, sessionId, error } = value
  return {
    type: textOf(type) ?? 'unknown',
    eventId: textOf(eventId),
    urlResponse: textOf(urlResponse),
    sessionId: textOf(sessionId),
    error: isRecord(error) ? { code: textOf(error['code']) ?? '', message: textOf(error['message']) ?? '' } : null,
  }
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
