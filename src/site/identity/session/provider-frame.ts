import { ProviderError } from './provider-error.ts'

/** What the handler page brings back from another service. */
export type AuthEvent = {
  type: string
  eventId: string | null
  urlResponse: string | null
  sessionId: string | null
  error: { code: string; message: string } | null
}

/** What the server needs to hear from the other service whom it vouches for. */
export type ProviderResponse = { requestUri: string; sessionId: string }

type Frame = { element: HTMLIFrameElement; ready: Promise<void> }
let frame: Frame | null = null

/** The helper page, which hears from the handler page and passes it on. There is one of it, made when it is needed. */
export function getHelperFrame(base: string): Frame {
  if (frame?.element.isConnected) return frame
  const element = document.createElement('iframe')
  element.src = `${base}__/auth/iframe?apiKey=bramble&appName=bramble`
  element.title = 'Sign-in helper'
  element.hidden = true
  element.tabIndex = -1
  element.ariaHidden = 'true'
  // The helper page speaks only to whom it can name, and this is how it learns our name.
  element.referrerPolicy = 'origin'
  const ready = new Promise<void>((done) => element.addEventListener('load', () => done(), { once: true }))
  document.body.append(element)
  frame = { element, ready }
  return frame
}

/** Hears the events of one sign-in, from the helper page alone. Returns how to stop. */
export function onAuthEvent(base: string, eventId: string, hear: (event: AuthEvent) => void) {
  const { element } = getHelperFrame(base)
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== element.contentWindow || origin !== location.origin) return
    const event = isRecord(data) && data['bramble'] === 'authEvent' ? readEvent(data['authEvent']) : null
    if (event?.eventId === eventId) hear(event)
  }
  addEventListener('message', listen)
  return () => removeEventListener('message', listen)
}

/** The event as the answer that was waited for. */
export function settleEvent(
  event: AuthEvent,
  resolve: (vouched: ProviderResponse) => void,
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
