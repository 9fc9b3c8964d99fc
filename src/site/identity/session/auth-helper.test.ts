import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { channels } from '#test/channel.ts'

const EVENT_KEY = 'bramble-auth-event'
const here = location.origin
const listeners: [string, EventListenerOrEventListenerObject][] = []
const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() }
const replaced = vi.fn<(address: URL) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  sessionStorage.clear()
  vi.stubGlobal('BroadcastChannel', channels())
  const listen = window.addEventListener.bind(window)
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listeners.push([type, listener])
    listen(type, listener)
  })
})
afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** Runs a script of `public/` on a page that holds this block of JSON. */
function run(script: string, id: string, block: unknown, scope: Record<string, unknown> = {}) {
  document.body.innerHTML = `<script id="${id}" type="application/json">${JSON.stringify(block)}</script>`
  const source = readFileSync(`public/auth-helper/${script}`, 'utf8')
  // oxlint-disable-next-line no-implied-eval -- the script is a file of ours that pages load as it is
  new Function(...Object.keys(scope), source)(...Object.values(scope))
}

function openFrame(origins: string[], referrer = `${here}/latest`) {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
  run('iframe.js', 'bramble-auth-frame', { origins }, { parent })
}

function receive(data: unknown, from: { origin?: string; source?: unknown } = {}) {
  const event = new MessageEvent('message', { data, origin: from.origin ?? here })
  Object.defineProperty(event, 'source', { value: from.source ?? null })
  window.dispatchEvent(event)
}

function broadcast(data: unknown) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  new BroadcastChannel('bramble-auth').postMessage(data)
}

const authEvent = { type: 'signInViaPopup', eventId: 'e1', urlResponse: 'u', sessionId: 's', error: null }
const passedOn = (event: object) => [{ bramble: 'authEvent', authEvent: event }, here]
const noEvent = expect.objectContaining({
  type: 'unknown',
  eventId: 'e1',
  error: expect.objectContaining({ code: 'auth/no-auth-event' }),
})

test('the frame relays each event once, from either channel', () => {
  openFrame([here])
  receive({ bramble: 'deliver', authEvent })
  receive({ bramble: 'deliver', authEvent })
  broadcast({ bramble: 'deliver', authEvent })
  broadcast({ bramble: 'deliver', authEvent: { ...authEvent, eventId: 'e2' } })
  expect(parent.postMessage.mock.calls).toEqual([passedOn(authEvent), passedOn({ ...authEvent, eventId: 'e2' })])
})

test('the frame ignores other origins', () => {
  openFrame([here])
  receive({ bramble: 'deliver', authEvent }, { origin: 'https://evil.example' })
  receive({ bramble: 'listen', eventId: 'e1' }, { origin: 'https://evil.example', source: parent })
  receive({ bramble: 'listen', eventId: 'e1' }, { source: window })
  expect(parent.postMessage).not.toHaveBeenCalled()
})

test.each([
  [['*'], undefined],
  [['https://other.example'], undefined],
  [[`${here}.evil.example`], undefined],
  [[here], 'https://evil.example/'],
  [[here], ''],
])('a page that is not listed exactly gets no event (%s, %s)', (origins, referrer) => {
  openFrame(origins, referrer)
  receive({ bramble: 'deliver', authEvent })
  receive({ bramble: 'listen', eventId: 'e1' }, { source: parent })
  expect(parent.postMessage).not.toHaveBeenCalled()
})

test('the result of a redirect is delivered once, on request', () => {
  sessionStorage.setItem(EVENT_KEY, JSON.stringify(authEvent))
  openFrame([here])
  expect(parent.postMessage).not.toHaveBeenCalled()
  receive({ bramble: 'listen', eventId: 'e1' }, { source: parent })
  receive({ bramble: 'listen', eventId: 'e1' }, { source: parent })
  expect(parent.postMessage.mock.calls).toEqual([passedOn(authEvent), passedOn(noEvent)])
})

test('an event of another redirect is not delivered, and is dropped', () => {
  sessionStorage.setItem(EVENT_KEY, JSON.stringify({ ...authEvent, eventId: 'old' }))
  openFrame([here])
  receive({ bramble: 'listen', eventId: 'e1' }, { source: parent })
  expect(parent.postMessage.mock.calls).toEqual([passedOn(noEvent)])
  expect(sessionStorage).toHaveLength(0)
})

test('the handler notifies the frames of its opener and the channel, and closes', () => {
  const [gone, frame] = [vi.fn<() => void>(), vi.fn<(message: unknown, origin: string) => void>()]
  gone.mockImplementation(() => {
    throw new Error('gone')
  })
  const listener = vi.fn<(data: unknown) => void>()
  new BroadcastChannel('bramble-auth').addEventListener('message', ({ data }) => listener(data))
  vi.stubGlobal('opener', { length: 2, 0: { postMessage: gone }, 1: { postMessage: frame } })
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  run('handler.js', EVENT_KEY, { authEvent, redirectUrl: here, origins: [] })
  const message = { bramble: 'deliver', authEvent }
  expect(frame).toHaveBeenCalledExactlyOnceWith(message, here)
  expect(listener).toHaveBeenCalledExactlyOnceWith(message)
  vi.advanceTimersByTime(700)
  expect(close).toHaveBeenCalledTimes(1)
  expect(document.body.textContent).toBe('You can close this window.')
})

const comeBack = (redirectUrl: string) => {
  const event = { ...authEvent, type: 'signInViaRedirect' }
  const place = { origin: here, href: location.href, replace: replaced }
  run('handler.js', EVENT_KEY, { authEvent: event, redirectUrl, origins: ['https://app.example'] }, { location: place })
}

test.each([`${location.origin}/latest?x=1`, 'https://app.example/'])('a redirect continues to %s', (redirectUrl) => {
  comeBack(redirectUrl)
  expect(String(replaced.mock.calls[0]?.[0])).toBe(redirectUrl)
  expect(JSON.parse(sessionStorage.getItem(EVENT_KEY) ?? '')).toMatchObject({ eventId: 'e1' })
})

test('without a return address it stays and shows a message', () => {
  comeBack('')
  expect(replaced).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain('may not use it')
})

test.each(['https://evil.example/', 'javascript:alert(1)', 'https://app.example.evil.example/'])(
  'a redirect does not continue to %s',
  (redirectUrl) => {
    comeBack(redirectUrl)
    expect(replaced).not.toHaveBeenCalled()
    expect(sessionStorage).toHaveLength(0)
    expect(document.body.textContent).toContain('may not use it')
  },
)
