import { expect, test, vi } from 'vitest'
import { createQueue, isSparing } from './preload.ts'

const until = (check: () => void) => vi.waitFor(check, { interval: 1 })

test('at most four tasks run at once, and all of them run', async () => {
  const enqueue = createQueue()
  const finish: (() => void)[] = []
  let running = 0
  let most = 0
  for (let index = 0; index < 10; index++) {
    enqueue(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((done) => finish.push(done))
      running -= 1
    })
  }
  for (let started = 4; started <= 10; started++) {
    await until(() => expect(finish).toHaveLength(started))
    expect(running).toBe(4)
    finish[started - 4]?.()
  }
  for (const done of finish) done()
  await until(() => expect(running).toBe(0))
  expect(most).toBe(4)
})

test('a failing task does not stop the others', async () => {
  const enqueue = createQueue(1)
  const ran: string[] = []
  enqueue(() => Promise.reject(new Error('no')))
  enqueue(async () => void ran.push('second'))
  await until(() => expect(ran).toEqual(['second']))
})

test('urgent tasks run before waiting ones', async () => {
  const enqueue = createQueue(1)
  const ran: string[] = []
  let finish = () => {}
  enqueue(() => new Promise<void>((done) => (finish = done)))
  enqueue(async () => void ran.push('in view'))
  enqueue(async () => void ran.push('pointed at'), true)
  finish()
  await until(() => expect(ran).toEqual(['pointed at', 'in view']))
})

test.each([
  [undefined, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '4g', saveData: true }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
])('on the connection %j nothing is prefetched: %s', (connection, sparing) => {
  expect(isSparing(connection)).toBe(sparing)
})
