import type { Tree } from '#contract/firebase/database.ts'
import type { TaggedFields, TaggedValue } from '#contract/firebase/firestore.ts'

/** What both forms are made from. */
export type Plain = null | boolean | number | string | Date | { [name: string]: Plain }

/** As the document database writes it: every value under the name of its type. */
export function tagged(value: Plain): TaggedValue {
  if (value === null) return { nullValue: null }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value }
  return value instanceof Date ? { timestampValue: value.toISOString() } : { mapValue: { fields: taggedFields(value) } }
}

export function taggedFields(fields: { [name: string]: Plain }): TaggedFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, tagged(value)]))
}

/** As the tree holds it: no null, nothing empty, times as text. */
export function treeOf(value: Plain): Tree | null {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  const children = Object.entries(value).flatMap(([key, child]) => {
    const tree = treeOf(child)
    return tree === null ? [] : [[key, tree] as const]
  })
  return children.length > 0 ? Object.fromEntries(children) : null
}
