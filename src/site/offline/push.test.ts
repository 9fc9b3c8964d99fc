import { beforeEach, expect, test, vi } from 'vitest'
import { handlePush } from './push.ts'
import type { Tab, WorkerScope } from './worker-scope.ts'

const SCOPE = 'https://bramble.example/blog/'

const showNotification = vi.fn<(...given: unknown[]) => Promise<void>>(async () => {})
const openWindow = vi.fn<(...given: unknown[]) => Promise<void>>(async () => {})
let tabs: Tab[] = []
let listeners: Record<string, (event: unknown) => void> = {}
let work: Promise<unknown>[] = []

beforeEach(() => {
  vi.clearAllMocks()
  tabs = []
  listeners = {}
  work = []
  const scope = {
    registration: { scope: SCOPE, showNotification },
    clients: { matchAll: async () => tabs, openWindow },
    addEventListener: (type: string, listener: (event: unknown) => void) => void (listeners[type] = listener),
  }
  handlePush(scope as unknown as WorkerScope)
})

const waitUntil = (done: Promise<unknown>) => void work.push(done)
async function arrives(type: 'push' | 'notificationclick', event: object) {
  listeners[type]?.({ waitUntil, ...event })
  await Promise.all(work)
}
const aTab = (url: string) => ({
  url,
  focus: vi.fn<(...given: unknown[]) => Promise<void>>(async () => {}),
  navigate: vi.fn<(...given: unknown[]) => Promise<void>>(async () => {}),
  postMessage() {},
})
const press = (data: unknown) => {
  const notification = { close: vi.fn<() => void>(), data }
  return arrives('notificationclick', { notification }).then(() => expect(notification.close).toHaveBeenCalled())
}

test('a push is shown with its link, and replaces an earlier notification with the same tag', async () => {
  const sent = { title: 'Ada liked “Latch”', body: 'Hm.', path: 'story/latch', tag: 'line1' }
  await arrives('push', { data: { json: () => sent } })
  const rest = { body: 'Hm.', tag: 'line1', data: 'story/latch', icon: `${SCOPE}icon-192.png`, dir: 'auto' }
  expect(showNotification).toHaveBeenCalledWith('Ada liked “Latch”', rest)
})

test.each([
  ['no data', null],
  ['no title', { json: () => ({ body: 1 }) }],
  ['a list', { json: () => [] }],
])('a generic notification is shown for %s', async (_what, data) => {
  await arrives('push', { data })
  expect(showNotification).toHaveBeenCalledWith('There is something new', expect.objectContaining({ data: '' }))
})

test('a click opens the page below the base path, also in hash mode', async () => {
  await press('story/latch?at=1#response-1')
  expect(openWindow).toHaveBeenLastCalledWith(`${SCOPE}story/latch?at=1#response-1`)
  await press('#/story/latch')
  expect(openWindow).toHaveBeenLastCalledWith(`${SCOPE}#/story/latch`)
})

test('a click uses an open tab: the one that shows the page, or any other', async () => {
  const [other, same] = [aTab(`${SCOPE}about`), aTab(`${SCOPE}story/latch`)]
  tabs = [other, same]
  await press('story/latch')
  expect(same.focus).toHaveBeenCalled()
  expect(same.navigate).not.toHaveBeenCalled()
  tabs = [other]
  await press('story/latch')
  expect(other.navigate).toHaveBeenCalledWith(`${SCOPE}story/latch`)
  expect(openWindow).not.toHaveBeenCalled()
})

test.each(['https://elsewhere.example/', '//elsewhere.example/', '../admin', '/other', 'javascript:alert(1)', 7])(
  '%s opens the home page',
  async (data) => {
    await press(data)
    expect(openWindow).toHaveBeenCalledWith(SCOPE)
  },
)
