import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { testLog } from '#test/database.ts'
import type { tasks } from '#test/task-thread.ts'
import { buildScript } from '#test/writer-process.ts'
import { type Thread, createThread } from './worker-thread.ts'

const load = async () => (await import('#test/task-thread.ts')).tasks
const warn = vi.fn<(fields: unknown, message?: string) => void>()
let thread: Thread<typeof tasks>
beforeAll(async () => {
  const file = await buildScript('test/task-thread.ts')
  thread = createThread({ file, load, concurrency: 2, maxQueued: 20, data: { name: 'one' }, log: { ...testLog, warn } })
  atEnd(() => thread.close())
})

describe('a worker thread', () => {
  test('returns each call its own result', async () => {
    const sums = await Promise.all(Array.from({ length: 10 }, (_, index) => thread.run('add', index, 1)))
    expect(sums).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('passes errors and refusals on', async () => {
    await expect(thread.run('fail')).rejects.toThrow(/^it went wrong$/)
    await expect(thread.run('refuse')).rejects.toMatchObject({ code: 'invalid', details: { issues: ['one'] } })
  })

  test('has the data that it was given, and the log of the thread that started it', async () => {
    expect(await thread.run('given')).toEqual({ name: 'one' })
    await thread.run('warn')
    expect(warn).toHaveBeenCalledWith({ code: 7 }, 'this may go wrong')
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

  test('ends when it is closed, and starts again', async () => {
    await thread.close()
    expect(await thread.run('add', 1, 1)).toBe(2)
  })
})

test('without a file, tasks run in the main thread', async () => {
  const add = (a: number, b: number) => a + b
  const here = createThread({ file: null, load: async () => ({ add }), concurrency: 2, maxQueued: 20 })
  expect(await here.run('add', 2, 2)).toBe(4)
})
