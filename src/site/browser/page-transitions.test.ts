import { expect, onTestFinished, test, vi } from 'vitest'
import { ignoreSkippedTransitions } from './page-transitions.ts'

test('a skipped page transition is not an error', async () => {
  const skipped = new DOMException('Transition was skipped', 'AbortError')
  const start = vi.fn<() => object>(() => ({ ready: Promise.reject(skipped), finished: Promise.resolve() }))
  Object.assign(document, { startViewTransition: start })
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => {
    process.off('unhandledRejection', unhandled)
    Reflect.deleteProperty(document, 'startViewTransition')
  })

  ignoreSkippedTransitions()
  const update = vi.fn<() => void>()
  await document.startViewTransition(update).finished
  // Unhandled rejections are reported once the microtasks are done.
  await new Promise((done) => setTimeout(done))
  expect(start).toHaveBeenCalledExactlyOnceWith(update)
  expect(unhandled).not.toHaveBeenCalled()
})
