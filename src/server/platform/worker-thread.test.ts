import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { type Thread, createThread } from './worker-thread.ts'

const tasks = {
  add: (a: number, b: number) => a + b,
  fail: () => {
    throw new Error('it went wrong')
  },
  end: () => process.exit(1),
}

let thread: Thread<typeof tasks>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-thread-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'thread.mjs')
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ number, name, args }) => {
       if (name === 'end') process.exit(1)
       if (name === 'fail') parentPort.postMessage({ number, error: 'Error: it went wrong' })
       else parentPort.postMessage({ number, result: args[0] + args[1] })
     })`,
  )
  thread = createThread({ file, load: async () => tasks, concurrency: 2, maxQueued: 20 })
  atEnd(() => thread.close())
})

describe('a worker thread', () => {
  test('returns each call its own result', async () => {
    const sums = await Promise.all(Array.from({ length: 10 }, (_, index) => thread.run('add', index, 1)))
    expect(sums).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('passes errors on', async () => {
    await expect(thread.run('fail')).rejects.toThrow('it went wrong')
  })

  test('that exits rejects its pending calls, and the next call starts a new one', async () => {
    await expect(thread.run('end')).rejects.toThrow('worker thread exited')
    expect(await thread.run('add', 2, 3)).toBe(5)
  })

  test('refuses calls when the queue is full', async () => {
    const calls = Array.from({ length: 30 }, () => thread.run('add', 1, 1))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(8)
  })
})

test('without a file, tasks run in the main thread', async () => {
  const here = createThread({ file: null, load: async () => tasks, concurrency: 2, maxQueued: 20 })
  expect(await here.run('add', 2, 2)).toBe(4)
})
