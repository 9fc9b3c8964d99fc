import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { createScheduledJobs } from './scheduled-jobs.ts'

test('on shutdown the running job is committed, and the others wait for the next run', async () => {
  const { db } = await aDatabase()
  const done: string[] = []
  const jobs = [
    {
      name: 'first',
      run: async () => {
        done.push('first')
        void scheduled.close()
      },
    },
    { name: 'second', run: async () => void done.push('second') },
  ]
  const scheduled = createScheduledJobs(aCtx(db), jobs)
  await scheduled.run()
  expect(done).toEqual(['first'])

  const restarted = createScheduledJobs(aCtx(db), jobs.slice(1))
  await restarted.run()
  expect(done).toEqual(['first', 'second'])
  await restarted.close()
})
