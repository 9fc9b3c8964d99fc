import type { DraftFields } from '#contract/articles.ts'
import { type FieldName, fieldNames } from './fields.ts'
import { fingerprint, same } from './same.ts'

/** What is only here, and what of it somebody else has changed too. */
export type Meeting = { mine: FieldName[]; clash: FieldName[] }

type Known = {
  /** Of what the server had when the change began. */
  marks: Record<string, string>
  /** What was sent from here and never answered: where the server has it, nobody else wrote it. */
  sent?: Partial<DraftFields> | undefined
}

/** Holds what was changed here against what the server has now. */
export function meet(changes: Partial<DraftFields>, server: DraftFields, { marks, sent = {} }: Known): Meeting {
  const mine = fieldNames.filter((name) => name in changes && !same(changes[name], server[name]))
  const isOurs = (name: FieldName) => {
    const theirs = markOf(server, name)
    const known = [marks[name], markOf(changes, name), name in sent ? markOf(sent, name) : undefined]
    return known.includes(theirs)
  }
  return { mine, clash: mine.filter((name) => !isOurs(name)) }
}

export function marksOf(fields: DraftFields, names: readonly FieldName[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, markOf(fields, name)]))
}

function markOf(fields: Partial<DraftFields>, name: FieldName) {
  return fingerprint(stored(name, fields))
}

/** As the server keeps it: a space at the end of a title that is still being typed is nobody else's change. */
function stored(name: FieldName, fields: Partial<DraftFields>) {
  const value = fields[name]
  if ((name === 'title' || name === 'subtitle') && typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  return name === 'slug' && typeof value === 'string' ? value.normalize('NFC').toLowerCase() : value
}
