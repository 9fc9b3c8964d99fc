import { attributeDefaults, libraryAttributes } from '#contract/document/blocks.ts'

/** Whether two values say the same. The order of keys makes no difference, nor does an attribute written out at its default. */
export function same(a: unknown, b: unknown) {
  return a === b || canonical(a, false) === canonical(b, false)
}

/**
 * Whether the server would store the same for both: like `same`, without the attributes that it takes from its library.
 * It tells the changes of other people from those of the server. For what is unsaved, use `same`.
 */
export function sameStored(a: unknown, b: unknown) {
  return a === b || storedKey(a) === storedKey(b)
}

/** Two values have the same key if the server would store the same for both. */
export function storedKey(value: unknown) {
  return canonical(value, true)
}

function canonical(value: unknown, stored: boolean) {
  const sort = (_key: string, part: unknown) => {
    if (!isPlain(part)) return part
    return sorted(typeof part['type'] === 'string' ? plainNode(part, part['type'], stored) : part)
  }
  return JSON.stringify(value, sort) ?? 'undefined'
}

/** A node or mark without what it need not say. */
function plainNode({ attrs, ...rest }: Record<string, unknown>, type: string, stored: boolean) {
  const given = Object.entries(isPlain(attrs) ? attrs : {})
  const defaults = Object.hasOwn(attributeDefaults, type) ? (attributeDefaults[type] ?? {}) : {}
  const inLibrary = given.some(([name, value]) => name === 'media' && typeof value === 'string')
  const derived = stored && inLibrary && Object.hasOwn(libraryAttributes, type) ? (libraryAttributes[type] ?? []) : []
  const said = given.filter(([name, value]) => value !== null && value !== defaults[name] && !derived.includes(name))
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, part]) => !(Array.isArray(part) && part.length === 0))),
    ...(said.length > 0 && { attrs: Object.fromEntries(said) }),
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
