import { beforeEach, expect, test, vi } from 'vitest'
import { type ProviderResponse, redirectToProvider, signInWithProvider, takeRedirectResult } from './provider.ts'

const provider = { id: 'oidc.example', name: 'Example' }
const options = { base: '/blog/', purpose: 'signIn' } as const
const fetched = vi.fn<typeof fetch>()
const popup = { closed: false, close: vi.fn<() => void>(), location: { replace: vi.fn<(address: string) => void>() } }
const opened = vi.fn<() => typeof popup | null>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  sessionStorage.clear()
  popup.closed = false
  opened.mockReturnValue(popup)
  fetched.mockImplementation(async () => Response.json({ authorizedDomains: ['example.com', 'localhost'] }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('open', opened)
})

function theFrame() {
  const frame = document.querySelector('iframe')
  if (!frame?.contentWindow) throw new Error('there is no helper frame')
  return { frame, window: frame.contentWindow }
}

/** Starts a sign-in and lets the helper page load. */
async function press() {
  const result = signInWithProvider(provider, options)
  result.catch(() => {})
  expect(opened).toHaveBeenCalledTimes(1)
  theFrame().frame.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  return { result, eventId: handler().searchParams.get('eventId') ?? '' }
}

function handler() {
  return new URL(popup.location.replace.mock.calls[0]?.[0] ?? '', 'http://x')
}

function deliver(authEvent: object, from: { origin?: string; source?: Window } = {}) {
  const { origin = location.origin, source = theFrame().window } = from
  dispatchEvent(new MessageEvent('message', { data: { bramble: 'authEvent', authEvent }, origin, source }))
}

const good = (eventId: string) => ({
  type: 'signInViaPopup',
  eventId,
  urlResponse: 'http://localhost/cb?code=1',
  sessionId: 's',
  error: null,
})
const response: ProviderResponse = { requestUri: 'http://localhost/cb?code=1', sessionId: 's' }

test('the popup opens in the click, goes to the handler page, and its event is the result', async () => {
  const { result, eventId } = await press()
  expect(handler().pathname).toBe('/blog/__/auth/handler')
  expect(Object.fromEntries(handler().searchParams)).toEqual({
    apiKey: 'bramble',
    appName: 'bramble',
    authType: 'signInViaPopup',
    redirectUrl: location.href,
    v: '1',
    eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
    providerId: 'oidc.example',
  })
  deliver(good(eventId))
  expect(await result).toEqual(response)
  expect(popup.close).toHaveBeenCalled()
})

test('there is one helper frame, hidden from users', async () => {
  deliver(good((await press()).eventId))
  opened.mockClear()
  void signInWithProvider(provider, options).catch(() => {})
  expect(document.querySelectorAll('iframe')).toHaveLength(1)
  const { frame } = theFrame()
  expect(frame.getAttribute('src')).toBe('/blog/__/auth/iframe?apiKey=bramble&appName=bramble')
  expect([frame.title, frame.hidden, frame.ariaHidden, frame.tabIndex]).toEqual(['Sign-in helper', true, 'true', -1])
})

test('the handler page is opened only once the helper page listens', async () => {
  void signInWithProvider(provider, options).catch(() => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(popup.location.replace).not.toHaveBeenCalled()
  theFrame().frame.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(popup.location.replace).toHaveBeenCalledTimes(1)
})

test('a blocked popup is reported', async () => {
  opened.mockReturnValue(null)
  await expect(signInWithProvider(provider, options)).rejects.toMatchObject({
    name: 'ProviderError',
    code: 'popup-blocked',
  })
  expect(fetched).not.toHaveBeenCalled()
})

test('a closed popup has two seconds to deliver its event', async () => {
  const { result, eventId } = await press()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(2_000)
  deliver(good(eventId))
  expect(await result).toEqual(response)
})

test('a popup that reports closed while this page has no focus may still be open', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const { result, eventId } = await press()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(60_000)
  deliver(good(eventId))
  await expect(result).resolves.toMatchObject({ sessionId: expect.any(String) })
})

test('a popup closed without an event counts as closed by the user', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const { result } = await press()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(2_600)
  await expect(result).rejects.toMatchObject({ code: 'popup-closed-by-user' })
})

test('events of another sign-in, origin or window are ignored', async () => {
  const { result, eventId } = await press()
  const settled = vi.fn<() => void>()
  result.finally(settled).catch(() => {})
  deliver(good('another'))
  deliver(good(eventId), { origin: 'https://evil.example' })
  deliver(good(eventId), { source: window })
  dispatchEvent(new MessageEvent('message', { data: 'noise', origin: location.origin, source: theFrame().window }))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(settled).not.toHaveBeenCalled()
  deliver(good(eventId))
  expect(await result).toEqual(response)
})

test('an error has its code', async () => {
  const { result, eventId } = await press()
  deliver({ ...good(eventId), error: { code: 'auth/user-cancelled', message: 'Cancelled.' } })
  await expect(result).rejects.toMatchObject({ code: 'user-cancelled', message: 'Cancelled.' })
})

test.each([
  [['example.com'], 'unauthorized-domain'],
  [['notlocalhost', 'host'], 'unauthorized-domain'],
  [[], 'unauthorized-domain'],
])('on a host that is not in %s the popup is closed', async (authorizedDomains, code) => {
  fetched.mockImplementation(async () => Response.json({ authorizedDomains }))
  const result = signInWithProvider(provider, options)
  await expect(result).rejects.toMatchObject({ code })
  expect(fetched.mock.calls[0]?.[0]).toBe('/blog/v1/projects?key=bramble')
  expect(popup.close).toHaveBeenCalled()
  expect(popup.location.replace).not.toHaveBeenCalled()
})

test('a network failure is reported', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  const result = signInWithProvider(provider, options)
  result.catch(() => {})
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(result).rejects.toMatchObject({ code: 'network-request-failed' })
})

test('without a redirect there is no result and no frame', async () => {
  expect(await takeRedirectResult()).toBeNull()
  expect(document.querySelector('iframe')).toBeNull()
})

async function comeBack() {
  sessionStorage.setItem('bramble:redirect', JSON.stringify({ base: '/blog/', eventId: 'e1', purpose: 'link' }))
  const result = takeRedirectResult()
  result.catch(() => {})
  const { frame, window: inside } = theFrame()
  const asked = vi.spyOn(inside, 'postMessage').mockImplementation(() => {})
  frame.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledExactlyOnceWith({ bramble: 'listen', eventId: 'e1' }, location.origin)
  return result
}

test('after a redirect the helper page is asked for the result once', async () => {
  const waiting = comeBack()
  await vi.advanceTimersByTimeAsync(0)
  deliver({ ...good('e1'), type: 'linkViaRedirect' })
  expect(await waiting).toEqual({ ...response, purpose: 'link' })
  expect(await takeRedirectResult()).toBeNull()
})

test('returning without an event gives null, and an error rejects', async () => {
  const none = comeBack()
  await vi.advanceTimersByTimeAsync(0)
  deliver({ type: 'unknown', eventId: 'e1', error: { code: 'auth/no-auth-event' } })
  expect(await none).toBeNull()
  document.body.replaceChildren()

  const failed = comeBack()
  await vi.advanceTimersByTimeAsync(0)
  deliver({ ...good('e1'), error: { code: 'auth/user-disabled', message: 'x' } })
  await expect(failed).rejects.toMatchObject({ code: 'user-disabled' })
})

test('an unresponsive helper page times out after ten seconds', async () => {
  const result = comeBack()
  result.catch(() => {})
  await vi.advanceTimersByTimeAsync(10_001)
  await expect(result).rejects.toMatchObject({ code: 'network-request-failed' })
})

test('a redirect is not started on an unauthorized host', async () => {
  fetched.mockImplementation(async () => Response.json({ authorizedDomains: [] }))
  await expect(redirectToProvider(provider, options)).rejects.toMatchObject({ code: 'unauthorized-domain' })
  expect(sessionStorage).toHaveLength(0)
})
