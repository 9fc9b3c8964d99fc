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

/** Every path of what an endpoint may answer, as `creators[].avatar.src`. */
function fieldsOf(reply: z.ZodType) {
  const root = z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }) as Schema
  const found = new Set<string>()
  walk(root, '', new Set())
  return [...found].toSorted()

  function walk(schema: Schema, path: string, within: ReadonlySet<string>): void {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.replace('#/$defs/', '')
      const named = schema.$ref === '#' ? root : root.$defs?.[name]
      if (!named) throw new Error(`${schema.$ref} is nowhere`)
      // What holds itself is told once.
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

test('every field of every answer that anybody can get is one that somebody has looked at', async () => {
  const text = open.map(({ key, fields }) => [key, ...fields.map((field) => `  ${field}`)].join('\n')).join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('public-fields.txt')
})

/** Names of what the site knows of people and does not tell. */
const unspoken =
  /e-?mail|^uid$|password|hash|secret|token|phone|device|sessions?$|disabled|tenant|signIn|providers?$|factors?$|^ip$|role$/i

/** Where such a name stands nevertheless: it is the asker's own, or about the site. */
const spoken = [
  // Which ways in the site offers.
  /^GET \/api\/sign-in (emailLink|password|providers)$/,
  // Whoever has just signed in, or asks who they are, is told about themselves.
  /^GET \/api\/viewer (uid|role)$/,
  /^POST \/api\/(setup|sign-up|sign-in(\/\w+(-\w+)?)?) viewer\.(uid|role)$/,
  /^POST \/api\/session\/token (token|account\..+)$/,
  // Whoever opens a mailed link proves that the address in it is theirs.
  /^POST \/api\/mailed\/(apply|look|password) (email|newEmail)$/,
]

test('what the site knows of people and does not tell has no place in them', () => {
  const told = open.flatMap(({ key, fields }) =>
    fields.flatMap((field) =>
      unspoken.test(field.split(/[.[\]{}]+/).findLast(Boolean) ?? '') ? `${key} ${field}` : [],
    ),
  )
  expect(told.filter((name) => !spoken.some((allowed) => allowed.test(name)))).toEqual([])
  expect(spoken.filter((allowed) => !told.some((name) => allowed.test(name)))).toEqual([])
})
