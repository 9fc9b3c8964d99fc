import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fieldsOf, sensitive } from './schema-fields.ts'

const open = Object.entries<Endpoint>(endpoints)
  .filter(([, { access }]) => access === 'anyone')
  .map(([key, { reply }]) => ({ key, fields: fieldsOf(reply) }))
  .toSorted((one, other) => one.key.localeCompare(other.key, 'en'))

test('the fields of all public replies match the reviewed list', async () => {
  const text = open.map(({ key, fields }) => [key, ...fields.map((field) => `  ${field}`)].join('\n')).join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('public-fields.txt')
})

/** Exceptions: the caller's own data, or data about the site. */
const exceptions = [
  // The sign-in methods of the site.
  /^GET \/api\/sign-in (emailLink|password|providers)$/,
  // The caller's own account, after signing in.
  /^GET \/api\/viewer (uid|role)$/,
  /^POST \/api\/(setup|sign-up|sign-in(\/\w+(-\w+)?)?) viewer\.(uid|role)$/,
  /^POST \/api\/session\/token (token|account\..+)$/,
  // The payment provider of the site.
  /^GET \/api\/membership provider$/,
  // Whether the caller would get more after signing in.
  /^(GET \/api\/stories\/\{ref\}\/members-part|POST \/api\/stories\/\{ref\}\/open) signInHelps$/,
  // A link in a mail proves that the caller owns the address.
  /^POST \/api\/mailed\/(apply|look|password) (email|newEmail)$/,
  /^POST \/api\/invitations\/look (email|role)$/,
]

test('public replies contain no sensitive fields', () => {
  const found = open.flatMap(({ key, fields }) =>
    fields.flatMap((field) =>
      sensitive.test(field.split(/[.[\]{}]+/).findLast(Boolean) ?? '') ? `${key} ${field}` : [],
    ),
  )
  expect(found.filter((name) => !exceptions.some((allowed) => allowed.test(name)))).toEqual([])
  expect(exceptions.filter((allowed) => !found.some((name) => allowed.test(name)))).toEqual([])
})
