import {
  REQUEST_TIMEOUT_MOBILE_MS,
  REQUEST_TIMEOUT_MS,
  REQUEST_TIMEOUT_OFFLINE_MS,
  RETRY_STATUSES,
} from '#contract/constants.ts'

const RETRY_PAUSE_MS = 300

/** `fetch` with a timeout. GET and HEAD requests are retried once on a transient failure. */
export async function fetchWithRetry(address: string, init: RequestInit = {}): Promise<Response> {
  const mayRepeat = ['GET', 'HEAD', undefined].includes(init.method)
  try {
    const response = await attempt(address, init)
    if (!mayRepeat || !RETRY_STATUSES.has(response.status)) return response
  } catch (error) {
    if (!mayRepeat || init.signal?.aborted) throw error
  }
  await new Promise((done) => setTimeout(done, RETRY_PAUSE_MS))
  return attempt(address, init)
}

function attempt(address: string, init: RequestInit) {
  const signals = [AbortSignal.timeout(patience()), ...(init.signal ? [init.signal] : [])]
  return fetch(address, { ...init, signal: AbortSignal.any(signals) })
}

function patience() {
  if (!navigator.onLine) return REQUEST_TIMEOUT_OFFLINE_MS
  return /Mobi/i.test(navigator.userAgent) ? REQUEST_TIMEOUT_MOBILE_MS : REQUEST_TIMEOUT_MS
}
