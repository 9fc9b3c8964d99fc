import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Channel, createFigureExchange } from './figure-exchange.ts'
import { type Figure, createFigureRelay } from './figure-relay.ts'

const shared = { help: '', aggregator: 'sum' }

/** A primary process with web processes that count to the given number. */
function aServer(waitMs = 5000) {
  const relay = createFigureRelay(waitMs)
  let ids = 0

  function aProcess(count: number, { answers = true } = {}) {
    const messages = new EventEmitter()
    const exits = new EventEmitter()
    let connected = true
    const peer = {
      id: (ids += 1),
      isConnected: () => connected,
      send: (message: object) => {
        if (answers || !('collect' in message)) setImmediate(() => messages.emit('message', message))
      },
      once: (event: 'exit', listener: () => void) => exits.once(event, listener),
    }
    const channel: Channel = {
      send: (message) => setImmediate(() => relay.receive(peer, message)),
      on: (event, listener) => messages.on(event, listener),
      off: (event, listener) => messages.off(event, listener),
    }
    let hangs = false
    const readOwn = async (): Promise<Figure[]> => {
      if (hangs) await new Promise(() => {})
      return [
        { name: 'bramble_counted_total', type: 'counter', ...shared, values: [count] },
        { name: 'bramble_open', type: 'gauge', ...shared, values: [count] },
      ]
    }
    const { readAll, close } = createFigureExchange(channel, readOwn)
    relay.add(peer)
    return {
      close,
      add: (more: number) => (count += more),
      hang: () => (hangs = true),
      exit() {
        connected = false
        exits.emit('exit')
      },
      /** The values of a metric in all processes. */
      async read(name: string) {
        const all = await readAll()
        return all.flatMap((figures) => figures.filter((one) => one.name === name).flatMap(({ values }) => values))
      },
    }
  }

  return { aProcess }
}

test('every process reads the figures of all', async () => {
  const { aProcess } = aServer()
  const [one, other] = [aProcess(1), aProcess(20)]
  expect(await one.read('bramble_counted_total')).toEqual([1, 20])
  one.add(2)
  const both = await Promise.all([one.read('bramble_counted_total'), other.read('bramble_counted_total')])
  expect(both).toEqual([
    [3, 20],
    [3, 20],
  ])
})

test('counts of a process that has ended stay, its other figures do not', async () => {
  const { aProcess } = aServer()
  const [one, victim] = [aProcess(1), aProcess(20)]
  await one.read('bramble_counted_total')
  victim.exit()
  aProcess(300)
  expect((await one.read('bramble_counted_total')).toSorted()).toEqual([1, 20, 300])
  expect((await one.read('bramble_open')).toSorted()).toEqual([1, 300])
})

test('a process that ends during a scrape is not waited for', async () => {
  const { aProcess } = aServer()
  const [one, victim] = [aProcess(1), aProcess(20, { answers: false })]
  const reading = one.read('bramble_counted_total')
  setTimeout(victim.exit, 10)
  expect(await reading).toEqual([1])
})

test('a busy process does not delay a scrape for long, and has the figures of the last one', async () => {
  const { aProcess } = aServer(50)
  const [one, busy] = [aProcess(1), aProcess(20)]
  await one.read('bramble_counted_total')
  busy.hang()
  one.add(1)
  expect(await one.read('bramble_counted_total')).toEqual([2, 20])
})

test('a closed process no longer answers', async () => {
  const { aProcess } = aServer(50)
  const [one, other] = [aProcess(1), aProcess(20)]
  other.close()
  expect(await one.read('bramble_counted_total')).toEqual([1])
})
