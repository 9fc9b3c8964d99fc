import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aDocument } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx } from '#test/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { addTemplate, changeTemplate, deleteTemplate, listTemplates, orderTemplates } from './templates.ts'

let db: Db
let ctx: Ctx
beforeAll(async () => {
  db = (await aDatabase()).db
  ctx = aCtx(db)
})
beforeEach(() => db.deleteFrom('template').execute())

const fields = { kind: 'template' as const, name: 'Interview', description: '', title: '', body: null }
const names = async () => (await listTemplates(ctx)).map(({ name }) => name)

test('new ones come after the others, and are changed and deleted', async () => {
  const made = await addTemplate(ctx, { ...fields, body: aDocument('Ask.') })
  expect(made).toEqual({ id: made.id, ...fields, body: aDocument('Ask.') })
  const prompt = await addTemplate(ctx, { ...fields, kind: 'prompt', name: 'What changed your mind?' })
  expect(await names()).toEqual(['Interview', 'What changed your mind?'])
  expect(await changeTemplate(ctx, made.id, { ...fields, name: 'Two voices' })).toEqual({
    id: made.id,
    ...fields,
    name: 'Two voices',
  })
  expect(await deleteTemplate(ctx, prompt.id)).toEqual({ deleted: true })
  expect(await names()).toEqual(['Two voices'])
  await expect(changeTemplate(ctx, prompt.id, fields)).rejects.toMatchObject({ code: 'not-found' })
  await expect(deleteTemplate(ctx, prompt.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('are put into an order; the others stay where they are', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push((await addTemplate(ctx, { ...fields, name })).id)
  const [a = '', b = '', c = ''] = ids
  expect((await orderTemplates(ctx, [c, a, b])).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  await orderTemplates(ctx, [a, c])
  expect(await names()).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  expect((await names()).indexOf('a')).toBeLessThan((await names()).indexOf('c'))
})

test('an order with something in it twice, or that is gone, changes nothing', async () => {
  const [a, b] = [await addTemplate(ctx, { ...fields, name: 'a' }), await addTemplate(ctx, { ...fields, name: 'b' })]
  for (const ids of [
    [b.id, a.id, b.id],
    [b.id, a.id, newId()],
  ]) {
    await expect(orderTemplates(ctx, ids)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: ['body', 'ids', '2'] }] },
    })
  }
  expect(await names()).toEqual(['a', 'b'])
})

test('two orders at once leave one of them', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await addTemplate(ctx, { ...fields, name })).id)
  await Promise.all([orderTemplates(ctx, ids), orderTemplates(ctx, ids.toReversed())])
  expect([
    ['a', 'b', 'c', 'd'],
    ['d', 'c', 'b', 'a'],
  ]).toContainEqual(await names())
})

test('a body that no story can hold is refused with its path', async () => {
  const body = { type: 'doc' as const, content: [{ type: 'marquee' }] }
  await expect(addTemplate(ctx, { ...fields, body })).rejects.toMatchObject({ code: 'invalid' })
  const { id } = await addTemplate(ctx, fields)
  await expect(changeTemplate(ctx, id, { ...fields, body })).rejects.toMatchObject({ code: 'invalid' })
  expect(await listTemplates(ctx)).toMatchObject([{ body: null }])
})
