import { expect, test } from 'vitest'
import { webhookPayloads } from '#contract/webhooks/payloads.ts'
import { fieldsOf, sensitive } from './schema-fields.ts'

const payloads = Object.entries(webhookPayloads).map(([type, data]) => ({ type, fields: fieldsOf(data) }))

test('the fields of all webhook events match the reviewed list', async () => {
  const text = payloads
    .map(({ type, fields }) => [type, ...fields.map((field) => `  ${field}`)].join('\n'))
    .join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('webhook-fields.txt')
})

test('webhook events contain no sensitive fields and no text of a story', () => {
  const names = payloads.flatMap(({ fields }) =>
    fields.map((field) => field.split(/[.[\]{}]+/).findLast(Boolean) ?? ''),
  )
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => sensitive.test(name) || /html|body|plain|contents/.test(name))).toEqual([])
})
