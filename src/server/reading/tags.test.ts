import { expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import { updateTopicCounts } from '#server/taxonomy/update-counts.ts'
import { findOrCreateTag } from '#server/taxonomy/create.ts'

test('tags are found by prefix, most used first', async () => {
  const database = await aDatabase()
  const ctx = aCtx(database.db)
  const call = await clientOf(await anApp(database), null)
  const ids: string[] = []
  for (const name of ['Slow trains', 'Slow food', 'slowly', 'Fast', '京都'])
    ids.push((await findOrCreateTag(ctx, name)).id)
  await updateTopicCounts(ctx, { categoryId: null, tagIds: ids.slice(1, 2) }, 1)
  const found = async (q: string) => (await call(`GET /api/tags?q=${encodeURIComponent(q)}`)).body
  expect(await found('slow')).toEqual([
    { slug: 'slow-food', name: 'Slow food', stories: 1 },
    { slug: 'slow-trains', name: 'Slow trains', stories: 0 },
    { slug: 'slowly', name: 'slowly', stories: 0 },
  ])
  expect(await found('SLOW  tr')).toMatchObject([{ slug: 'slow-trains' }])
  expect(await found('京')).toMatchObject([{ name: '京都' }])
  expect((await call('GET /api/tags')).body).toEqual([{ slug: 'slow-food', name: 'Slow food', stories: 1 }])
  for (const q of ['%', '_low', '#', 'food']) expect(await found(q)).toEqual([])
  expect(await found(' ')).toMatchObject({ error: { code: 'invalid' } })
})
