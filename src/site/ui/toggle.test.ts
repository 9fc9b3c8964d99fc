import { expect, test } from 'vitest'
import { deferred } from '#test/deferred.ts'
import { createStore } from './store.ts'
import { createToggle } from './toggle.ts'

const like = (initial = { on: false, count: 3 }) =>
  createToggle(createStore(initial), {
    isOn: ({ on }) => on,
    turn: ({ count }, on) => ({ on, count: count + (on ? 1 : -1) }),
  })

test('shows the new state at once, then the one that the server confirmed', async () => {
  const toggle = like()
  const done = toggle.toggle(async (on) => ({ on, count: 9 }))
  expect(toggle.get()).toEqual({ on: true, count: 4 })
  expect(await done).toEqual({ on: true, count: 9 })
  expect(toggle.get()).toEqual({ on: true, count: 9 })
})

test('sends one request at a time, and the last click wins', async () => {
  const toggle = like()
  const sent: boolean[] = []
  const first = deferred<void>()
  const send = async (on: boolean) => {
    sent.push(on)
    await first.promise
    return { on, count: on ? 4 : 3 }
  }
  const done = toggle.toggle(send)
  expect(await toggle.toggle(send)).toBe(null)
  expect(toggle.get().on).toBe(false)
  expect(sent).toEqual([true])
  first.resolve()
  await done
  expect(sent).toEqual([true, false])
  expect(toggle.get()).toEqual({ on: false, count: 3 })
})

test('reverts when the request fails, and ignores other states while it runs', async () => {
  const toggle = like()
  const done = toggle.toggle(async () => Promise.reject(new Error('offline')))
  toggle.adopt({ on: false, count: 70 })
  await expect(done).rejects.toThrow('offline')
  expect(toggle.get()).toEqual({ on: false, count: 3 })
  toggle.adopt({ on: false, count: 70 })
  expect(toggle.get().count).toBe(70)
})
