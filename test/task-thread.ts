import { workerData } from 'node:worker_threads'
import { Refusal } from '#contract/errors.ts'
import { serveTasks, threadLog } from '#server/platform/worker-thread.ts'

export const tasks = {
  add: (a: number, b: number) => a + b,
  given: (): unknown => workerData,
  warn: () => threadLog.warn({ code: 7 }, 'this may go wrong'),
  fail: () => {
    throw new Error('it went wrong')
  },
  refuse: () => {
    throw new Refusal('invalid', { issues: ['one'] })
  },
  end: () => process.exit(1),
}

serveTasks(tasks)
