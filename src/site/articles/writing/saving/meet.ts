import type { DraftFields } from '#contract/articles.ts'
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
import { same, sameStored } from './same.ts'

type Known = {
  mine: DraftFields
  /** What the server had when the changes began. */
  base: DraftFields
  server: DraftFields
  /** What was sent from here and never answered: where the server has it, it is not the change of another person. */
  sent: Partial<DraftFields>
}

/** What one's own changes and those of another person make together. */
export type Meeting = {
  /** All that agrees; where it does not, one's own. */
  fields: DraftFields
  /** What both changed differently. The body is among them when some of its blocks are. */
  clash: FieldName[]
  blocks: Clash[]
  /** The merged text, when both changed it. */
  parts: Part[] | null
}

/** Which side is taken, by field and by the place of a block; what is not named is `otherwise`. */
export type Choices = { fields: Partial<Record<FieldName, Choice>>; blocks: Record<number, Choice>; otherwise: Choice }

/** Merges the changes made here with what the server has now: field by field, and the text block by block. */
export function meet({ mine, base, server, sent }: Known): Meeting {
  const clash: FieldName[] = []
  let fields = server
  let parts: Part[] | null = null
  for (const name of fieldNames) {
    const theirs = !sameField(name, server, base) && !(name in sent && sameField(name, server, sent))
    // A space that is still being typed stays, though the server does not store it.
    if (sameField(name, mine, server) || (!same(mine[name], base[name]) && !theirs)) fields = take(fields, mine, name)
    else if (same(mine[name], base[name])) continue
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

/** The fields when everything is chosen, and what is lost of each side by that. */
export function decide(met: Meeting, server: DraftFields, choices: Choices) {
  const fields = chosen(met, server, choices)
  const lost = (otherwise: Choice) => {
    const whole = chosen(met, server, { fields: {}, blocks: {}, otherwise })
    return pick(
      whole,
      met.clash.filter((name) => !same(whole[name], fields[name])),
    )
  }
  return { fields, mine: lost('mine'), other: lost('theirs') }
}

function chosen({ fields, clash, parts }: Meeting, server: DraftFields, choices: Choices): DraftFields {
  const theirs = clash.filter((name) => name !== 'body' && (choices.fields[name] ?? choices.otherwise) === 'theirs')
  const rest = theirs.reduce((all, name) => take(all, server, name), fields)
  return parts ? { ...rest, body: textOf(parts, choices) } : rest
}

function textOf(parts: Part[], { blocks, otherwise }: Choices): Document {
  return documentOf(parts, ({ at }) => blocks[at] ?? otherwise)
}

/** The server's fields, to compare with from now on. What it only tidied is as good as saved. */
export function storedAs(now: DraftFields, server: DraftFields): DraftFields {
  const tidied = fieldNames.filter((name) => sameField(name, now, server))
  return { ...server, ...pick(now, tidied) }
}

/** Whether the server would store the same for both. */
export function sameField(name: FieldName, a: Partial<DraftFields>, b: Partial<DraftFields>) {
  return sameStored(stored(name, a), stored(name, b))
}

function take(into: DraftFields, from: DraftFields, name: FieldName): DraftFields {
  return { ...into, [name]: from[name] }
}

/** As the server stores it: a space at the end of a title that is still being typed is not a change of another person. */
function stored(name: FieldName, fields: Partial<DraftFields>) {
  const value = fields[name]
  if ((name === 'title' || name === 'subtitle') && typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  return name === 'slug' && typeof value === 'string' ? value.normalize('NFC').toLowerCase() : value
}
