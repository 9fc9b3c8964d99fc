import { type NodeRule, nodeRules } from '#contract/document/schema.ts'

const attributeRules = new Map(
  Object.entries<NodeRule>(nodeRules).map(([type, { attrs = {} }]) => [type, new Map(Object.entries(attrs))]),
)

/** Deep equality that ignores the order of keys and attributes at their default. */
export function isEqual(a: unknown, b: unknown) {
  return a === b || canonical(a, false) === canonical(b, false)
}

/**
 * Whether the server would store the same for both: like `isEqual`, without the attributes that it takes from its media
 * library. Tells changes of other people from those of the server. To find unsaved edits, use `isEqual`.
 */
export function isStoredEqual(a: unknown, b: unknown) {
  return a === b || storedKey(a) === storedKey(b)
}

/** Equal for two values if the server would store the same for both. */
export function storedKey(value: unknown) {
  return canonical(value, true)
}

function canonical(value: unknown, stored: boolean) {
  const sort = (_key: string, part: unknown) => {
    if (!isPlain(part)) return part
    return sorted(typeof part['type'] === 'string' ? minimalNode(part, part['type'], stored) : part)
  }
  return JSON.stringify(value, sort) ?? 'undefined'
}

/** A node or mark without defaults and empty lists. */
function minimalNode({ attrs, ...rest }: Record<string, unknown>, type: string, stored: boolean) {
  const given = Object.entries(isPlain(attrs) ? attrs : {})
  const rules = attributeRules.get(type)
  const inLibrary = given.some(([name, value]) => name === 'media' && typeof value === 'string')
  const explicit = given.filter(([name, value]) => {
    const rule = rules?.get(name)
    return value !== null && !(rule && (value === rule.default || (stored && inLibrary && rule.fromLibrary)))
  })
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, part]) => !(Array.isArray(part) && part.length === 0))),
    ...(explicit.length > 0 && { attrs: Object.fromEntries(explicit) }),
  }
}

function sorted(object: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
