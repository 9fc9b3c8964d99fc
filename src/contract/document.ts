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
export const Document: z.ZodType<Document> = z.object({ type: z.literal('doc'), content: z.array(Node) })

export const imageSizes = ['text', 'wide', 'full'] as const
export const calloutTones = ['note', 'tip', 'warning', 'important'] as const
/** Whom we know how to play; `other` says so itself (oEmbed), `link` is a card and plays nothing. */
export const embedProviders = ['youtube', 'vimeo', 'x', 'codepen', 'gist', 'spotify', 'other', 'link'] as const
export type EmbedProvider = (typeof embedProviders)[number]

/** How much a document may hold. */
export const MOST_NODES = 20_000
export const DEEPEST_NODE = 24
export const LONGEST_TEXT = 100_000
export const LONGEST_DOCUMENT = 1_000_000
