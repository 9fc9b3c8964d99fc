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

const Mark = z.object({ type: z.string(), attrs: z.record(z.string(), z.unknown()).optional() })
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    type: z.string(),
    attrs: z.record(z.string(), z.unknown()).optional(),
    content: z.array(Node).optional(),
    marks: z.array(Mark).optional(),
    text: z.string().optional(),
  }),
)
// The shape is recursive, and so is its parser: what is too deep for it is refused before.
export const Document: z.ZodType<Document> = z.preprocess(
  (value, { addIssue }) => {
    const message = oversizeOf(value)
    if (message !== null) addIssue({ code: 'custom', message })
    return value
  },
  z.object({ type: z.literal('doc'), content: z.array(Node) }),
)
