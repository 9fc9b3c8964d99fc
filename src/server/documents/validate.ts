import { type Document, MAX_DOCUMENT_LENGTH, type Mark, type Node, findSizeIssue } from '#contract/document/document.ts'
import { MAX_TEXT_NODE_LENGTH, type NodeRule, markRules, nodeRules } from '#contract/document/schema.ts'
import { Refusal } from '#contract/errors.ts'
import { type AttributeValidators, type OwnSite, attributeValidators, quoted, text } from './attributes.ts'
import { isWellFormed } from './escape.ts'

const MAX_ISSUES = 20

const nodeValidators = new Map(Object.entries<NodeRule>(nodeRules).map(([type, rule]) => [type, nodeValidator(rule)]))
const markValidators = new Map(
  Object.entries<NodeRule>(markRules).map(([type, { attrs }]) => [type, attributeValidators(attrs)]),
)
const nodeText = text(MAX_TEXT_NODE_LENGTH)

type ContentValidator = NonNullable<ReturnType<typeof nodeValidator>['content']>

function nodeValidator({ attrs, content, inline = false }: NodeRule) {
  return {
    attrs: attributeValidators(attrs),
    content: content && { ...content, types: new Set(content.types) },
    inline,
  }
}

export type Issue = { path: string; message: string }

/** Returns the first twenty issues. */
export function validateDocument(body: Document, own: OwnSite): Issue[] {
  const sizeIssue = findSizeIssue(body)
  if (sizeIssue !== null) return [{ path: '', message: sizeIssue }]
  const issues: Issue[] = []
  let length = 0
  validateNode(body, '', 'doc')
  if (length > MAX_DOCUMENT_LENGTH) report('', `A story can have at most ${MAX_DOCUMENT_LENGTH} characters.`)
  if (body.content.filter(({ type }) => type === 'membersLine').length > 1) {
    report(`content.${lastMembersLine(body)}`, 'There can be only one members-only line.')
  }
  return issues

  function report(path: string, message: string) {
    if (issues.length < MAX_ISSUES) issues.push({ path, message })
  }

  /** Children of an unknown node type are not validated. */
  function validateNode(node: Node, path: string, kind: string) {
    const rule = nodeValidators.get(kind)
    if (!rule) return report(path, `“${quoted(kind)}” is not an allowed node.`)
    validateAttributes(node.attrs, joinPath(path, 'attrs'), rule.attrs)
    if (kind === 'text') validateText(node, path)
    else if (node.text !== undefined) report(joinPath(path, 'text'), 'Only text nodes have text.')
    validateMarks(node.marks ?? [], path, rule.inline)
    validateContent(node, path, rule.content)
  }

  function validateContent({ type, content = [] }: Node, path: string, allowed: ContentValidator | undefined) {
    if (!allowed) {
      if (content.length > 0) report(joinPath(path, 'content'), `A “${quoted(type)}” cannot have content.`)
      return
    }
    const { types, first, min = 0, max = Infinity, marks } = allowed
    if (content.length < min) report(joinPath(path, 'content'), `A “${quoted(type)}” cannot be empty.`)
    if (content.length > max) report(joinPath(path, 'content'), `A “${quoted(type)}” can have at most ${max} of these.`)
    for (const [index, child] of content.entries()) {
      if (issues.length >= MAX_ISSUES) return
      const childPath = joinPath(path, `content.${index}`)
      const isAllowed = first !== undefined && index === 0 ? child.type === first : types.has(child.type)
      if (!isAllowed && nodeValidators.has(child.type)) {
        report(
          childPath,
          `A “${child.type}” is not allowed ${first && index === 0 ? 'first ' : ''}in a “${quoted(type)}”.`,
        )
      } else {
        validateNode(child, childPath, child.type)
      }
      if (marks === false && child.marks?.length) report(joinPath(childPath, 'marks'), 'Code cannot have marks.')
    }
  }

  function validateText({ text: value }: Node, path: string) {
    if (typeof value !== 'string' || value === '') return report(joinPath(path, 'text'), 'Text cannot be empty.')
    validateValue(value, joinPath(path, 'text'), nodeText(value, own))
  }

  function validateMarks(given: Mark[], path: string, allowed: boolean) {
    const seen = new Set<string>()
    for (const [index, { type, attrs }] of given.entries()) {
      if (issues.length >= MAX_ISSUES) return
      const markPath = joinPath(path, `marks.${index}`)
      const rule = markValidators.get(type)
      if (!allowed) report(markPath, 'Only inline nodes can have marks.')
      else if (!rule) report(markPath, `“${quoted(type)}” is not an allowed mark.`)
      else if (seen.has(type)) report(markPath, `The mark “${type}” cannot be repeated.`)
      else validateAttributes(attrs, joinPath(markPath, 'attrs'), rule)
      seen.add(type)
    }
  }

  function validateAttributes(
    attrs: Record<string, unknown> | undefined,
    path: string,
    { known, required }: AttributeValidators,
  ) {
    const missing = required.filter((name) => attrs === undefined || !Object.hasOwn(attrs, name))
    for (const name of missing) report(joinPath(path, name), 'Required.')
    for (const [name, value] of Object.entries(attrs ?? {})) {
      if (issues.length >= MAX_ISSUES) return
      const validate = known.get(name)
      const valuePath = joinPath(path, quoted(name))
      if (validate) validateValue(value, valuePath, validate(value, own))
      else report(valuePath, `“${quoted(name)}” is not an allowed attribute.`)
    }
  }

  function validateValue(value: unknown, path: string, issue: string | null) {
    if (issue !== null) return report(path, issue)
    if (typeof value !== 'string') return
    length += value.length
    if (!isWellFormed(value) || value.includes('\0')) report(path, 'Contains an invalid character.')
  }
}

/** Throws `invalid` with the path of each issue. */
export function throwIfInvalid(issues: Issue[]) {
  if (issues.length === 0) return
  const details = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: path === '' ? ['body'] : ['body', path], message }))
  throw new Refusal('invalid', { issues: details })
}

function lastMembersLine({ content }: Document) {
  return content.findLastIndex(({ type }) => type === 'membersLine')
}

function joinPath(path: string, part: string) {
  return path === '' ? part : `${path}.${part}`
}
