import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createTemplate, updateTemplate, deleteTemplate, listTemplates, reorderTemplates } from './templates.ts'

let db: Db
let ctx: Ctx
beforeAll(async () => {
  db = (await aDatabase()).db
  ctx = aCtx(db)
})
beforeEach(() => db.deleteFrom('template').execute())

const fields = { kind: 'template' as const, name: 'Interview', description: '', title: '', body: null }
const names = async () => (await listTemplates(ctx)).map(({ name }) => name)

test('templates are appended, updated and deleted', async () => {
  const created = await createTemplate(ctx, { ...fields, body: aDocument('Ask.') })
  expect(created).toEqual({ id: created.id, ...fields, body: aDocument('Ask.') })
  const prompt = await createTemplate(ctx, { ...fields, kind: 'prompt', name: 'What changed your mind?' })
  expect(await names()).toEqual(['Interview', 'What changed your mind?'])
  expect(await updateTemplate(ctx, created.id, { ...fields, name: 'Two voices' })).toEqual({
    id: created.id,
    ...fields,
    name: 'Two voices',
  })
  expect(await deleteTemplate(ctx, prompt.id)).toEqual({ deleted: true })
  expect(await names()).toEqual(['Two voices'])
  await expect(updateTemplate(ctx, prompt.id, fields)).rejects.toMatchObject({ code: 'not-found' })
  await expect(deleteTemplate(ctx, prompt.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('listed templates are reordered; the others keep their position', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push((await createTemplate(ctx, { ...fields, name })).id)
  const [a = '', b = '', c = ''] = ids
  expect((await reorderTemplates(ctx, [c, a, b])).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  await reorderTemplates(ctx, [a, c])
  expect(await names()).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  expect((await names()).indexOf('a')).toBeLessThan((await names()).indexOf('c'))
})

test('an order with a duplicate or deleted template changes nothing', async () => {
  const [a, b] = [
    await createTemplate(ctx, { ...fields, name: 'a' }),
    await createTemplate(ctx, { ...fields, name: 'b' }),
  ]
  for (const ids of [
    [b.id, a.id, b.id],
    [b.id, a.id, newId()],
  ]) {
    await expect(reorderTemplates(ctx, ids)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: ['body', 'ids', '2'] }] },
    })
  }
  expect(await names()).toEqual(['a', 'b'])
})

test('of two concurrent reorders one wins whole', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await createTemplate(ctx, { ...fields, name })).id)
  await Promise.all([reorderTemplates(ctx, ids), reorderTemplates(ctx, ids.toReversed())])
  expect([
    ['a', 'b', 'c', 'd'],
    ['d', 'c', 'b', 'a'],
  ]).toContainEqual(await names())
})

test('an invalid body is refused with its path', async () => {
  const body = { type: 'doc' as const, content: [{ type: 'marquee' }] }
  await expect(createTemplate(ctx, { ...fields, body })).rejects.toMatchObject({ code: 'invalid' })
  const { id } = await createTemplate(ctx, fields)
  await expect(updateTemplate(ctx, id, { ...fields, body })).rejects.toMatchObject({ code: 'invalid' })
  expect(await listTemplates(ctx)).toMatchObject([{ body: null }])
})
