import { z } from 'zod'

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

/** Every field path of a schema, such as `creators[].avatar.src`. */
export function fieldsOf(reply: z.ZodType) {
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

/** Names of personal data that must not be public. */
export const sensitive =
  /e-?mail|^uid$|password|hash|secret|token|phone|device|sessions?$|disabled|tenant|signIn|providers?$|factors?$|^ip$|role$/i
