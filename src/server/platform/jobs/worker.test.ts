import { expect, onTestFinished, test, vi } from 'vitest'
import { testLog } from '#test/database.ts'
import { createJobMonitor } from './job-monitor.ts'
import { createWorker } from './worker.ts'

function aWorker() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const run = async () => void (runs += 1)
  const now = () => new Date()
  const worker = createWorker(
    { log: testLog, now, jobs: createJobMonitor({ now }) },
    { name: 'test', everyMs: 60_000, restMs: 1000, failure: 'failed', wakeOn: 'discovery', run },
  )
  return { worker, signal: () => worker.onSignals(['stories', 'discovery']), runs: () => runs }
}

test('a signal starts a run at once, and signals during the rest share the next one', async () => {
  const { worker, signal, runs } = aWorker()
  worker.onSignals(['stories'])
  await vi.advanceTimersByTimeAsync(0)
  expect(runs()).toBe(0)
  signal()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs()).toBe(1)
  for (const _ of [1, 2, 3]) {
    signal()
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(runs()).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(runs()).toBe(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs()).toBe(2)
  await worker.close()
})

test('a closed worker ignores signals', async () => {
  const { worker, signal, runs } = aWorker()
  signal()
  signal()
  await worker.close()
  signal()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs()).toBe(1)
})
