import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { channels } from '#test/channel.ts'
import { FakeEventSource } from '#test/event-source.ts'
import { fakeLocks } from '#test/locks.ts'

let live: typeof import('./live.ts')
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('BroadcastChannel', channels())
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  document.documentElement.dataset['home'] = 'https://example.com/blog/'
  removeListenersAfterwards(document)
  removeListenersAfterwards(window)
  live = await import('./live.ts')
})

/** Each copy of the module listens for as long as its page is open, which would be during later test files. */
function removeListenersAfterwards(target: EventTarget) {
  const add = target.addEventListener.bind(target)
  vi.spyOn(target, 'addEventListener').mockImplementation((...given) => {
    add(...given)
    onTestFinished(() => target.removeEventListener(...given))
  })
}

const { open } = FakeEventSource
const queries = () => open().map(({ url }) => `${url.pathname}${url.search}`)
const settled = () => vi.advanceTimersByTimeAsync(0)

test('without a person and a story there is no connection', async () => {
  live.onLiveEvent('notification', () => {})
  await settled()
  expect(FakeEventSource.all).toEqual([])
})

test('a person has one connection, from the last known change; an opened story is added to it', async () => {
  const stops = [live.watchPerson('p', 7), live.watchPerson('p', 7)]
  await settled()
  expect(queries()).toEqual(['/blog/api/live?after=7'])
  const unwatch = live.watchStory('a')
  await settled()
  expect(queries()).toEqual(['/blog/api/live?story=a&after=7'])
  unwatch()
  stops[0]?.()
  await settled()
  expect(queries()).toEqual(['/blog/api/live?after=7'])
  stops[1]?.()
  await settled()
  expect(queries()).toEqual([])
})

test('an edited draft is added to the connection, with the id of the tab', async () => {
  live.watchPerson('p', 7)
  const first = live.watchDraft('a', 'tab1')
  await settled()
  expect(queries()).toEqual(['/blog/api/live?edit=a&client=tab1&after=7'])
  const second = live.watchDraft('b', 'tab2')
  first()
  await settled()
  expect(queries()).toEqual(['/blog/api/live?edit=b&client=tab2&after=7'])
  second()
  await settled()
  expect(queries()).toEqual(['/blog/api/live?after=7'])
})

test('events are passed to their handlers until these are removed', async () => {
  const [listener, other] = [vi.fn<(event: object) => void>(), vi.fn<(event: object) => void>()]
  const stop = live.onLiveEvent('unread', listener)
  live.onLiveEvent('response', other)
  live.watchPerson('p', 0)
  await settled()
  open()[0]?.send('unread', { unread: 2, lastSeq: 9 }, '9')
  expect(listener.mock.calls).toEqual([[{ unread: 2, lastSeq: 9 }]])
  stop()
  open()[0]?.send('unread', { unread: 1, lastSeq: 9 }, '9')
  expect(listener).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('a rejected connection is retried with backoff, and resumes after the last event', async () => {
  live.watchPerson('p', 3)
  await settled()
  open()[0]?.send('unread', { unread: 0, lastSeq: 5 }, '5')
  for (const wait of [1000, 2000, 4000]) {
    open()[0]?.refuse()
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(open()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(queries()).toEqual(['/blog/api/live?after=5'])
  }
  open()[0]?.dispatchEvent(new Event('open'))
  open()[0]?.refuse()
  await vi.advanceTimersByTimeAsync(1000)
  expect(open()).toHaveLength(1)
})

test('a hidden page closes its connection after a while, and reopens it when visible', async () => {
  live.watchPerson('p', 3)
  await settled()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  visibility.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(open()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(open()).toEqual([])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  // Modules of earlier tests react to it, too.
  expect(queries()).toContain('/blog/api/live?after=3')
})

test('a tab opened in the background has no connection until it is visible', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  live.watchPerson('p', 3)
  await settled()
  dispatchEvent(new Event('pageshow'))
  await settled()
  expect(open()).toEqual([])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(open()).toHaveLength(1)
})

test('a tab behind three newer ones gives up its connection until it has the focus', async () => {
  const other = new BroadcastChannel('bramble-live')
  const listener = vi.fn<(data: { kind: string; tab: string }) => void>()
  other.addEventListener('message', ({ data }) => listener(data))
  live.watchPerson('p', 3)
  await settled()
  expect(listener.mock.calls).toEqual([[{ kind: 'opened', tab: expect.any(String) }]])
  const say = async (kind: string, tab: string) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    other.postMessage({ kind, tab })
    await settled()
  }
  for (const [kind, tab] of [
    ['opened', 'a'],
    ['opened', 'a'],
    ['opened', 'b'],
    ['closed', 'b'],
    ['opened', 'c'],
  ] as const)
    await say(kind, tab)
  expect(open()).toHaveLength(1)
  await say('opened', 'd')
  expect(open()).toEqual([])
  dispatchEvent(new Event('focus'))
  await settled()
  expect(open()).toHaveLength(1)
  expect(listener.mock.calls.map(([{ kind }]) => kind)).toEqual(['opened', 'closed', 'opened'])
})

describe('where tabs can share a connection', () => {
  /** A further tab is a further copy of the module. */
  async function aTab(state: 'visible' | 'hidden', lastSeq: number) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    vi.resetModules()
    const tab = await import('./live.ts')
    const unread: number[] = []
    tab.onLiveEvent('unread', (event) => void unread.push(event.unread))
    const seqs: number[] = []
    tab.onLiveEvent('notification', ({ notification }) => void seqs.push(notification.seq))
    const close = tab.watchPerson('p', lastSeq)
    await settled()
    return { ...tab, unread, seqs, close }
  }

  const notification = (seq: number) => ({ notification: { id: `n${seq}`, seq }, unread: seq })

  beforeEach(() => vi.stubGlobal('navigator', { ...navigator, locks: fakeLocks() }))
  afterEach(() => vi.unstubAllGlobals())

  test('ten tabs in the background have one connection, and every tab gets the count', async () => {
    const first = await aTab('visible', 3)
    const others = []
    for (let tab = 0; tab < 9; tab++) others.push(await aTab('hidden', 3))
    expect(queries()).toEqual(['/blog/api/live?after=3'])
    open()[0]?.send('unread', { unread: 4, lastSeq: 9 }, '9')
    await settled()
    expect([first, ...others].map(({ unread }) => unread)).toEqual(Array.from({ length: 10 }, () => [4]))
  })

  test('when the connected tab closes, another one connects where it stopped', async () => {
    const first = await aTab('visible', 3)
    const second = await aTab('hidden', 3)
    open()[0]?.send('notification', notification(5), '5')
    first.close()
    await settled()
    expect(queries()).toEqual(['/blog/api/live?after=5'])
    open()[0]?.send('unread', { unread: 2, lastSeq: 6 }, '6')
    expect(second.seqs).toEqual([5])
    expect(second.unread).toEqual([2])
  })

  test('the visible tab takes over the connection, and a new tab gets what it missed', async () => {
    const first = await aTab('visible', 3)
    open()[0]?.send('notification', notification(4), '4')
    open()[0]?.send('notification', notification(5), '5')
    open()[0]?.send('unread', { unread: 5, lastSeq: 5 }, '5')
    const late = await aTab('hidden', 4)
    expect(late.seqs).toEqual([5])
    expect(late.unread).toEqual([5])
    expect(first.seqs).toEqual([4, 5])
    await aTab('visible', 5)
    expect(queries()).toEqual(['/blog/api/live?after=5'])
    open()[0]?.send('unread', { unread: 0, lastSeq: 5 }, '5')
    await settled()
    expect(first.unread).toEqual([5, 0])
  })

  test('a new tab gets no count that is older than its own or than a notification', async () => {
    await aTab('visible', 3)
    open()[0]?.send('unread', { unread: 0, lastSeq: 10 }, '10')
    expect((await aTab('hidden', 11)).unread).toEqual([])
    // Reading has changed the count since the tab was rendered, but not the seq.
    expect((await aTab('hidden', 10)).unread).toEqual([0])
    open()[0]?.send('notification', notification(11), '11')
    const late = await aTab('hidden', 10)
    expect([late.seqs, late.unread]).toEqual([[11], []])
  })

  test('a tab with a story open is connected for it, and receives nothing twice', async () => {
    await aTab('visible', 3)
    const reading = await aTab('visible', 3)
    reading.watchStory('a')
    await settled()
    expect(queries()).toEqual(['/blog/api/live?story=a&after=3'])
    open()[0]?.send('unread', { unread: 1, lastSeq: 4 }, '4.100')
    await settled()
    expect(reading.unread).toEqual([1])
  })
})
