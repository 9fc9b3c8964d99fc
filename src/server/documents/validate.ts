import { type Document, LONGEST_DOCUMENT, type Mark, type Node, oversizeOf } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import { type OwnSite, shown } from './attributes.ts'
import { isWellFormed } from './escape.ts'
import { type Attributes, type Holds, longText, marks, nodes } from './node-rules.ts'

const MOST_FAULTS = 20

export type Fault = { path: string; message: string }

/** Everything that is wrong with a body, by its path; the first twenty faults are enough to go on with. */
export function checkDocument(body: Document, own: OwnSite): Fault[] {
  const oversize = oversizeOf(body)
  if (oversize !== null) return [{ path: '', message: oversize }]
  const faults: Fault[] = []
  let letters = 0
  checkNode(body, '', 'doc')
  if (letters > LONGEST_DOCUMENT) say('', `A story can be ${LONGEST_DOCUMENT} characters long, not longer.`)
  if (body.content.filter(({ type }) => type === 'membersLine').length > 1) {
    say(`content.${lastLine(body)}`, 'There can be only one members-only line.')
  }
  return faults

  function say(path: string, message: string) {
    if (faults.length < MOST_FAULTS) faults.push({ path, message })
  }

  /** Its own shape first; what stands below it only if its kind is known. */
  function checkNode(node: Node, path: string, kind: string) {
    const rule = nodes.get(kind)
    if (!rule) return say(path, `A story cannot hold a “${shown(kind)}”.`)
    checkAttributes(node.attrs, at(path, 'attrs'), rule)
    if (kind === 'text') checkText(node, path)
    else if (node.text !== undefined) say(at(path, 'text'), 'Only a text has letters of its own.')
    checkMarks(node.marks ?? [], path, rule.inline === true)
    checkContent(node, path, rule.holds)
  }

  function checkContent({ type, content = [] }: Node, path: string, holds: Holds | undefined) {
    if (!holds) {
      if (content.length > 0) say(at(path, 'content'), `A “${shown(type)}” holds nothing.`)
      return
    }
    const { kinds, first, least = 0, most = Infinity, plain } = holds
    if (content.length < least) say(at(path, 'content'), `A “${shown(type)}” cannot be empty.`)
    if (content.length > most) say(at(path, 'content'), `A “${shown(type)}” holds ${most} of these, not more.`)
    for (const [index, child] of content.entries()) {
      if (faults.length >= MOST_FAULTS) return
      const childPath = at(path, `content.${index}`)
      const fits = first !== undefined && index === 0 ? child.type === first : kinds.has(child.type)
      if (!fits && nodes.has(child.type)) {
        say(childPath, `A “${child.type}” cannot stand ${first && index === 0 ? 'first ' : ''}in a “${shown(type)}”.`)
      } else {
        checkNode(child, childPath, child.type)
      }
      if (plain && child.marks?.length) say(at(childPath, 'marks'), 'Code has no marks.')
    }
  }

  function checkText({ text }: Node, path: string) {
    if (typeof text !== 'string' || text === '') return say(at(path, 'text'), 'A text cannot be empty.')
    checkValue(text, at(path, 'text'), longText(text, own))
  }

  function checkMarks(given: Mark[], path: string, allowed: boolean) {
    const seen = new Set<string>()
    for (const [index, { type, attrs }] of given.entries()) {
      if (faults.length >= MOST_FAULTS) return
      const markPath = at(path, `marks.${index}`)
      const rule = marks.get(type)
      if (!allowed) say(markPath, 'Only what stands in a line can be marked.')
      else if (!rule) say(markPath, `Text cannot be marked as “${shown(type)}”.`)
      else if (seen.has(type)) say(markPath, `Text cannot be marked as “${type}” twice.`)
      else checkAttributes(attrs, at(markPath, 'attrs'), rule)
      seen.add(type)
    }
  }

  function checkAttributes(
    attrs: Record<string, unknown> | undefined,
    path: string,
    { attrs: known = {}, needs = [] }: { attrs?: Attributes; needs?: readonly string[] },
  ) {
    const missing = needs.filter((name) => attrs === undefined || !Object.hasOwn(attrs, name))
    for (const name of missing) say(at(path, name), 'This is missing.')
    for (const [name, value] of Object.entries(attrs ?? {})) {
      if (faults.length >= MOST_FAULTS) return
      const check = Object.hasOwn(known, name) ? known[name] : undefined
      const valuePath = at(path, shown(name))
      if (check) checkValue(value, valuePath, check(value, own))
      else say(valuePath, `There is no “${shown(name)}” here.`)
    }
  }

  function checkValue(value: unknown, path: string, fault: string | null) {
    if (fault !== null) return say(path, fault)
    if (typeof value !== 'string') return
    letters += value.length
    if (!isWellFormed(value) || value.includes('\0')) say(path, 'There is a character in it that is none.')
  }
}

/** Says no, with the path of each fault, when there is one. */
export function refuse(faults: Fault[]) {
  if (faults.length === 0) return
  const issues = faults
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => ({ path: path === '' ? ['body'] : ['body', path], message }))
  throw new Refusal('invalid', { issues })
}

function lastLine({ content }: Document) {
  return content.findLastIndex(({ type }) => type === 'membersLine')
}

function at(path: string, part: string) {
  return path === '' ? part : `${path}.${part}`
}
