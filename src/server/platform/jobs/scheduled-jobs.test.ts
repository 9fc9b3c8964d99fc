import { expect, test } from 'vitest'
import { aDatabase, testLog } from '#test/database.ts'
import { createScheduledJobs } from './scheduled-jobs.ts'

test('on shutdown the running job is committed, and the others wait for the next run', async () => {
  const { db } = await aDatabase()
  const done: string[] = []
  const jobs = [
    async () => {
      done.push('first')
      void scheduled.close()
    },
    async () => void done.push('second'),
  ]
  const scheduled = createScheduledJobs({ db, log: testLog, jobs })
  await scheduled.run()
  expect(done).toEqual(['first'])

  const restarted = createScheduledJobs({ db, log: testLog, jobs: jobs.slice(1) })
  await restarted.run()
  expect(done).toEqual(['first', 'second'])
  await restarted.close()
})
