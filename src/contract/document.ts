import { z } from 'zod'

/** A mark on a piece of text. */
export type Mark = { type: string; attrs?: Record<string, unknown> | undefined }

/** A node of a story's body, in the editor's own JSON. Which nodes exist is decided where they are rendered. */
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
