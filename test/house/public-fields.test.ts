import { z } from 'zod'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema | Schema[]
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Every field path of a reply, such as `creators[].avatar.src`. */
function fieldsOf(reply: z.ZodType) {
  const root = z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }) as Schema
  const found = new Set<string>()
  walk(root, '', new Set())
  return [...found].toSorted()

  function walk(schema: Schema, path: string, within: ReadonlySet<string>): void {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.replace('#/$defs/', '')
      const named = schema.$ref === '#' ? root : root.$defs?.[name]
      if (!named) throw new Error(`unresolved ${schema.$ref}`)
      // Recursive schemas are visited once.
      if (!within.has(name)) walk(named, path, new Set([...within, name]))
      return
    }
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const inner = path ? `${path}.${name}` : name
      found.add(inner)
      walk(field, inner, within)
    }
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${path}{}`, within)
    const items = [schema.items ?? [], schema.prefixItems ?? []].flat()
    for (const item of items) walk(item, `${path}[]`, within)
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
      walk(one, path, within)
    }
  }
}

const open = Object.entries<Endpoint>(endpoints)
  .filter(([, { access }]) => access === 'anyone')
  .map(([key, { reply }]) => ({ key, fields: fieldsOf(reply) }))
  .toSorted((one, other) => one.key.localeCompare(other.key, 'en'))

test('the fields of all public replies match the reviewed list', async () => {
  const text = open.map(({ key, fields }) => [key, ...fields.map((field) => `  ${field}`)].join('\n')).join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('public-fields.txt')
})

/** Names of personal data that must not be public. */
const sensitive =
  /e-?mail|^uid$|password|hash|secret|token|phone|device|sessions?$|disabled|tenant|signIn|providers?$|factors?$|^ip$|role$/i

/** Exceptions: the caller's own data, or data about the site. */
const exceptions = [
  // The sign-in methods of the site.
  /^GET \/api\/sign-in (emailLink|password|providers)$/,
  // The caller's own account, after signing in.
  /^GET \/api\/viewer (uid|role)$/,
  /^POST \/api\/(setup|sign-up|sign-in(\/\w+(-\w+)?)?) viewer\.(uid|role)$/,
  /^POST \/api\/session\/token (token|account\..+)$/,
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
