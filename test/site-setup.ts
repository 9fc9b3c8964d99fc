import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { repeatClicks } from '#site/browser/first-input.ts'
import { fillJsdomGaps } from './jsdom-gaps.ts'
import { quickenStyles } from './quick-styles.ts'

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 15_000 })

fillJsdomGaps()
quickenStyles()
// Rendered components handle clicks at once: there is no page that waits for its code.
repeatClicks()

// Test files share one jsdom per worker (`isolate: false`), so every test resets it.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const element of [document.documentElement, document.head, document.body])
    for (const { name } of Array.from(element.attributes)) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

/**
 * Timers that a test file leaves running would fire in a later one: a session refreshes its token again and again, also
 * with the fake clock of another file.
 */
const setRealTimeout = globalThis.setTimeout
const pending = new Set<ReturnType<typeof setTimeout>>()
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = setRealTimeout(...given)
  pending.add(timer)
  return timer
}, setRealTimeout)
afterAll(() => {
  globalThis.setTimeout = setRealTimeout
  for (const timer of pending) clearTimeout(timer)
})

// Module state (stores, caches, the live connection) belongs to the file that loaded it. Libraries stay loaded.
afterAll(() => void vi.resetModules())
