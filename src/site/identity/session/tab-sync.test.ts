import { beforeEach, describe, expect, test, vi } from 'vitest'
import { USER_DATA_KEY } from '#contract/constants.ts'
import { channels } from '#test/channel.ts'
import { type Uid, syncTabs } from './tab-sync.ts'

let visible = true
beforeEach(() => {
  visible = true
  localStorage.clear()
  vi.stubGlobal('BroadcastChannel', channels())
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
})

function aTab(uid: Uid, typing = false) {
  const state = { uid, typing }
  const reload = vi.fn<(uid: Uid) => void>()
  const drop = vi.fn<() => void>(() => {
    state.uid = null
  })
  const tabs = syncTabs({ mine: () => state.uid, drop, reload, typing: () => state.typing })
  return { state, reload, drop, ...tabs }
}

function look(seen: boolean) {
  visible = seen
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a sign-out applies at once, even in the background and while typing', () => {
  const here = aTab('u1')
  const there = aTab('u1', true)
  look(false)
  here.state.uid = null
  here.announce(null)
  expect(there.drop).toHaveBeenCalledTimes(1)
  expect(there.reload).toHaveBeenCalledExactlyOnceWith(null)
  expect(here.reload).not.toHaveBeenCalled()
})

test('a visible tab follows a sign-in', () => {
  const there = aTab(null)
  aTab('u1').announce('u1')
  expect(there.reload).toHaveBeenCalledExactlyOnceWith('u1')
})

test('a background tab follows when it becomes visible, unless they signed out before', () => {
  const there = aTab(null)
  const here = aTab('u1')
  look(false)
  here.announce('u1')
  expect(there.reload).not.toHaveBeenCalled()
  here.state.uid = null
  here.announce(null)
  look(true)
  expect(there.reload).not.toHaveBeenCalled()

  look(false)
  here.state.uid = 'u1'
  here.announce('u1')
  look(true)
  expect(there.reload).toHaveBeenCalledExactlyOnceWith('u1')
})

test('a tab with unsaved input is left alone', () => {
  const there = aTab(null, true)
  aTab('u1').announce('u1')
  look(true)
  expect(there.reload).not.toHaveBeenCalled()
})

test('another user is a change, the same user is not', () => {
  const [same, other] = [aTab('u2'), aTab('u1')]
  aTab('u2').announce('u2')
  expect(same.reload).not.toHaveBeenCalled()
  expect(other.reload).toHaveBeenCalledExactlyOnceWith('u2')
})

test('a page restored by the Back button checks who is signed in', () => {
  localStorage.setItem(USER_DATA_KEY, JSON.stringify({ uid: 'u1' }))
  const there = aTab('u1')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(there.reload).not.toHaveBeenCalled()
  localStorage.clear()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(there.reload).not.toHaveBeenCalled()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(there.reload).toHaveBeenCalledExactlyOnceWith(null)
})

describe('without BroadcastChannel', () => {
  beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined))
  const change = (key: string, newValue: string | null) => dispatchEvent(new StorageEvent('storage', { key, newValue }))

  test('tabs follow the stored user data', () => {
    const there = aTab(null)
    change('something else', null)
    change(USER_DATA_KEY, JSON.stringify({ uid: 'u1', userData: [] }))
    expect(there.reload).toHaveBeenCalledExactlyOnceWith('u1')
    there.state.uid = 'u1'
    change(USER_DATA_KEY, null)
    expect(there.reload).toHaveBeenLastCalledWith(null)
  })

  test('invalid data counts as signed out', () => {
    const there = aTab('u1')
    change(USER_DATA_KEY, '{"uid":')
    expect(there.reload).toHaveBeenCalledExactlyOnceWith(null)
  })
})

test('BroadcastChannel carries the message between tabs', async () => {
  vi.unstubAllGlobals()
  const there = aTab(null)
  const here = aTab('u1')
  here.announce('u1')
  await vi.waitFor(() => expect(there.reload).toHaveBeenCalledExactlyOnceWith('u1'))
})
