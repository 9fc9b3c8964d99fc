import { z } from 'zod'

export type Mark = { type: string; attrs?: Record<string, unknown> | undefined }

/** A node in the editor's JSON format. `schema.ts` lists the types; the server validates each. */
export type Node = {
  type: string
  attrs?: Record<string, unknown> | undefined
  content?: Node[] | undefined
  marks?: Mark[] | undefined
  text?: string | undefined
}

export type Document = { type: 'doc'; content: Node[] }

export const MAX_NODES = 20_000
export const MAX_DEPTH = 24
const MAX_ATTRIBUTE_DEPTH = 8
export const MAX_DOCUMENT_LENGTH = 1_000_000
/** Size as JSON. Requests may be larger because of their other fields. */
export const DOCUMENT_BYTES = 1024 * 1024
export const DOCUMENT_REQUEST_BYTES = DOCUMENT_BYTES + 64 * 1024

/** Iterative, so that deep nesting cannot overflow the stack. */
export function findSizeIssue(root: unknown): string | null {
  let nodes = 0
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `A story can have at most ${MAX_DEPTH} levels of nesting.`
    const below: unknown[] = []
    for (const node of level) {
      const content = typeof node === 'object' && node !== null && 'content' in node ? node.content : null
      if (!Array.isArray(content)) continue
      nodes += content.length
      if (nodes > MAX_NODES) return `A story can have at most ${MAX_NODES} nodes.`
      for (const child of content) below.push(child)
    }
    level = below
  }
  return null
}

type ShapeIssue = { path: (string | number)[]; message: string }

/**
 * Returns the first structural issue, or null. Written by hand because a schema library takes twenty times as long for
 * a large document. The server validates the content of each node type.
 */
function findShapeIssue(node: unknown): ShapeIssue | null {
  if (!isObject(node)) return { path: [], message: 'Expected a node.' }
  const { type, attrs, content, marks, text } = node
  if (typeof type !== 'string') return { path: ['type'], message: 'Expected a node type.' }
  if (attrs !== undefined && !(isObject(attrs) && isShallow(attrs)))
    return { path: ['attrs'], message: 'Expected attributes.' }
  if (text !== undefined && typeof text !== 'string') return { path: ['text'], message: 'Expected text.' }
  if (marks !== undefined && !(Array.isArray(marks) && marks.every(isMark)))
    return { path: ['marks'], message: 'Expected marks.' }
  if (content === undefined) return null
  if (!Array.isArray(content)) return { path: ['content'], message: 'Expected nodes.' }
  for (let index = 0; index < content.length; index++) {
    const issue = findShapeIssue(content[index])
    if (issue) return { ...issue, path: ['content', index, ...issue.path] }
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Bounds the depth, so that serializing to JSON cannot overflow the stack. */
function isShallow(value: unknown, left = MAX_ATTRIBUTE_DEPTH): boolean {
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
    const sizeIssue = findSizeIssue(value)
    // The shape check is recursive, so overly deep trees are refused first.
    const issue = sizeIssue === null ? findShapeIssue(value) : { path: [], message: sizeIssue }
    if (issue) issues.push({ code: 'custom', input: undefined, ...issue })
    else if (!isDocument(value)) issues.push({ code: 'custom', input: undefined, message: 'Expected a document.' })
  })
  .meta({
    type: 'object',
    description: 'The body of a story in the editor’s JSON format. See docs/documents.md.',
    properties: { type: { const: 'doc' }, content: { type: 'array', items: { type: 'object' } } },
    required: ['type', 'content'],
  })
