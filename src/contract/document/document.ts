import { z } from 'zod'

/** A mark on a piece of text. */
export type Mark = { type: string; attrs?: Record<string, unknown> | undefined }

/** A node of a story's body, in the editor's own JSON. docs/documents.md lists them; the server checks each. */
export type Node = {
  type: string
  attrs?: Record<string, unknown> | undefined
  content?: Node[] | undefined
  marks?: Mark[] | undefined
  text?: string | undefined
}

export type Document = { type: 'doc'; content: Node[] }

/** How much a document may hold. */
export const MOST_NODES = 20_000
export const DEEPEST_NODE = 24
const DEEPEST_ATTRIBUTE = 8
export const LONGEST_TEXT = 100_000
export const LONGEST_DOCUMENT = 1_000_000
/** As JSON. A request that carries one may be longer by what else it says. */
export const DOCUMENT_BYTES = 1024 * 1024
export const DOCUMENT_REQUEST_BYTES = DOCUMENT_BYTES + 64 * 1024

/** What is wrong with the size of a tree, or null. It goes through the tree without recursion, so no depth can overturn it. */
export function oversizeOf(root: unknown): string | null {
  let nodes = 0
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_NODE) return `A story can be nested ${DEEPEST_NODE} deep, not deeper.`
    const below: unknown[] = []
    for (const node of level) {
      const content = typeof node === 'object' && node !== null && 'content' in node ? node.content : null
      if (!Array.isArray(content)) continue
      nodes += content.length
      if (nodes > MOST_NODES) return `A story can hold ${MOST_NODES} nodes, not more.`
      for (const child of content) below.push(child)
    }
    level = below
  }
  return null
}

type Misshapen = { path: (string | number)[]; message: string }

/**
 * What keeps a value from being a node, with its path, or null. Written out because a schema library takes twenty times
 * as long for a large document. What each kind of node may hold is checked by the server.
 */
function misshapenOf(node: unknown): Misshapen | null {
  if (!isObject(node)) return { path: [], message: 'Expected a node.' }
  const { type, attrs, content, marks, text } = node
  if (typeof type !== 'string') return { path: ['type'], message: 'Expected the name of a kind of node.' }
  if (attrs !== undefined && !(isObject(attrs) && isShallow(attrs)))
    return { path: ['attrs'], message: 'Expected attributes.' }
  if (text !== undefined && typeof text !== 'string') return { path: ['text'], message: 'Expected text.' }
  if (marks !== undefined && !(Array.isArray(marks) && marks.every(isMark)))
    return { path: ['marks'], message: 'Expected marks.' }
  if (content === undefined) return null
  if (!Array.isArray(content)) return { path: ['content'], message: 'Expected nodes.' }
  for (let index = 0; index < content.length; index++) {
    const misshapen = misshapenOf(content[index])
    if (misshapen) return { ...misshapen, path: ['content', index, ...misshapen.path] }
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value can be written as JSON without running out of stack. */
function isShallow(value: unknown, left = DEEPEST_ATTRIBUTE): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1))
}

function isMark(value: unknown) {
  if (!isObject(value) || typeof value['type'] !== 'string') return false
  return value['attrs'] === undefined || (isObject(value['attrs']) && isShallow(value['attrs']))
}

function isDocument(value: unknown): value is Document {
  return isObject(value) && value['type'] === 'doc' && Array.isArray(value['content'])
}

export const Document: z.ZodType<Document> = z
  .custom<Document>()
  .check(({ value, issues }) => {
    const oversize = oversizeOf(value)
    // The check is recursive: what is too deep for it is refused before.
    const misshapen = oversize === null ? misshapenOf(value) : { path: [], message: oversize }
    if (misshapen) issues.push({ code: 'custom', input: undefined, ...misshapen })
    else if (!isDocument(value)) issues.push({ code: 'custom', input: undefined, message: 'Expected a document.' })
  })
  .meta({
    type: 'object',
    description: 'The body of a story, in the editor’s own JSON. docs/documents.md lists its nodes.',
    properties: { type: { const: 'doc' }, content: { type: 'array', items: { type: 'object' } } },
    required: ['type', 'content'],
  })
