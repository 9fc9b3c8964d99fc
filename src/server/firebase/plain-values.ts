import type { Tree } from '#contract/firebase/database.ts'
import type { TaggedFields, TaggedValue } from '#contract/firebase/firestore.ts'

/** The common source of Firestore and Realtime Database values. */
export type PlainValue = null | boolean | number | string | Date | { [name: string]: PlainValue }

/** The Firestore form: every value is tagged with its type. */
function toTaggedValue(value: PlainValue): TaggedValue {
  if (value === null) return { nullValue: null }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value }
  return value instanceof Date
    ? { timestampValue: value.toISOString() }
    : { mapValue: { fields: toTaggedFields(value) } }
}

export function toTaggedFields(fields: { [name: string]: PlainValue }): TaggedFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toTaggedValue(value)]))
}

/** The Realtime Database form: no nulls, no empty objects, times as strings. */
export function toTree(value: PlainValue): Tree | null {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  const children = Object.entries(value).flatMap(([key, child]) => {
    const tree = toTree(child)
    return tree === null ? [] : [[key, tree] as const]
  })
  return children.length > 0 ? Object.fromEntries(children) : null
}
