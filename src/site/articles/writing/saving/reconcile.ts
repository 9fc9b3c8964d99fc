import type { DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import {
  type Choice,
  type Clash,
  type Part,
  clashesOf,
  documentOf,
  hasChanges,
  holdsChanges,
  mergeDocuments,
} from '#site/articles/writing/merge/merge.ts'
import { type FieldName, fieldNames, pick } from './fields.ts'
import { isEqual, isStoredEqual } from './equality.ts'

type Versions = {
  mine: DraftFields
  /** The version that `mine` is based on. */
  base: DraftFields
  server: DraftFields
  /** Fields sent from here without a reply: where the server has them, they are not another person's change. */
  sent: Partial<DraftFields>
}

type Reconciliation = {
  /** The merged fields, with `mine` where both changed the same. */
  fields: DraftFields
  /** Fields that both changed differently. Includes the body if `blocks` is not empty. */
  clash: FieldName[]
  blocks: Clash[]
  /** The merged body, if both changed it. */
  parts: Part[] | null
}

/** Which side to take, by field and by position of a block; `otherwise` for all others. */
export type Choices = { fields: Partial<Record<FieldName, Choice>>; blocks: Record<number, Choice>; otherwise: Choice }

/** Merges the edits made here with the server's version: field by field, and the body block by block. */
export function reconcile({ mine, base, server, sent }: Versions): Reconciliation {
  const clash: FieldName[] = []
  let fields = server
  let parts: Part[] | null = null
  for (const name of fieldNames) {
    const theirs = !isSameStored(name, server, base) && !(name in sent && isSameStored(name, server, sent))
    // The server trims titles; a trailing space that was just typed stays.
    if (isSameStored(name, mine, server) || (!isEqual(mine[name], base[name]) && !theirs))
      fields = take(fields, mine, name)
    else if (isEqual(mine[name], base[name])) continue
    else if (name === 'body') {
      const arrived = sent.body && hasChanges(sent.body, base.body) && holdsChanges(server.body, sent.body, base.body)
      const from = arrived && sent.body ? sent.body : base.body
      parts = mergeDocuments({ base: from, mine: mine.body, theirs: server.body })
      if (clashesOf(parts).length > 0) clash.push(name)
      fields = { ...fields, body: documentOf(parts, () => 'mine') }
    } else {
      clash.push(name)
      fields = take(fields, mine, name)
    }
  }
  return { fields, clash, parts, blocks: clashesOf(parts ?? []) }
}

/** The fields after the choices, and what each side loses by them. */
export function applyChoices(result: Reconciliation, server: DraftFields, choices: Choices) {
  const fields = chosen(result, server, choices)
  const lost = (otherwise: Choice) => {
    const whole = chosen(result, server, { fields: {}, blocks: {}, otherwise })
    return pick(
      whole,
      result.clash.filter((name) => !isEqual(whole[name], fields[name])),
    )
  }
  return { fields, mine: lost('mine'), theirs: lost('theirs') }
}

function chosen({ fields, clash, parts }: Reconciliation, server: DraftFields, choices: Choices): DraftFields {
  const theirs = clash.filter((name) => name !== 'body' && (choices.fields[name] ?? choices.otherwise) === 'theirs')
  const rest = theirs.reduce((all, name) => take(all, server, name), fields)
  return parts ? { ...rest, body: textOf(parts, choices) } : rest
}

function textOf(parts: Part[], { blocks, otherwise }: Choices): Document {
  return documentOf(parts, ({ at }) => blocks[at] ?? otherwise)
}

/** The base after a merge: the server's fields, but values that it only normalized count as saved. */
export function savedBase(now: DraftFields, server: DraftFields): DraftFields {
  const normalized = fieldNames.filter((name) => isSameStored(name, now, server))
  return { ...server, ...pick(now, normalized) }
}

/** Whether the server would store the same value for both. */
export function isSameStored(name: FieldName, a: Partial<DraftFields>, b: Partial<DraftFields>) {
  return isStoredEqual(stored(name, a), stored(name, b))
}

function take(into: DraftFields, from: DraftFields, name: FieldName): DraftFields {
  return { ...into, [name]: from[name] }
}

/** The value as the server normalizes it. */
function stored(name: FieldName, fields: Partial<DraftFields>) {
  const value = fields[name]
  if ((name === 'title' || name === 'subtitle') && typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  return name === 'slug' && typeof value === 'string' ? value.normalize('NFC').toLowerCase() : value
}
