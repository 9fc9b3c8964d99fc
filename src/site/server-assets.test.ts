import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { offlineCode } from './server-assets.ts'

test.each(Object.values(offlineCode).flat())('%s, which an offline page needs, exists', async (name) => {
  expect((await stat(`src/site/${name}`)).isFile()).toBe(true)
})
