import type { DraftFields } from '#contract/articles.ts'
import { type FieldName, fieldNames } from './fields.ts'
import { fingerprint, same } from './same.ts'

/** What is only here, and what of it somebody else has changed too. */
export type Meeting = { mine: FieldName[]; clash: FieldName[] }

/** Holds what was changed here against what the server has now. `marks` are of what it had when the change began. */
export function meet(changes: Partial<DraftFields>, server: DraftFields, marks: Record<string, string>): Meeting {
  const mine = fieldNames.filter((name) => name in changes && !same(changes[name], server[name]))
  return { mine, clash: mine.filter((name) => marks[name] !== fingerprint(server[name])) }
}

export function marksOf(fields: DraftFields, names: readonly FieldName[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, fingerprint(fields[name])]))
}
