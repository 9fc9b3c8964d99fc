import type { Document, Node } from '#contract/document/document.ts'
import { MAX_LABEL_LENGTH } from '#contract/document/schema.ts'

/** The text of a template as a story starts from it: paragraphs and headings are empty and show their text as a hint. */
export function withHints({ type, content }: Document): Document {
  return { type, content: content.map(toHint) }
}

function toHint(node: Node): Node {
  const { type, attrs, content = [] } = node
  if (type !== 'paragraph' && type !== 'heading')
    return content.length > 0 ? { ...node, content: content.map(toHint) } : node
  // Formulas and footnotes cannot be shown in a hint.
  if (content.length === 0 || content.some((part) => part.text === undefined && part.type !== 'hardBreak')) return node
  const text = content.map((part) => part.text ?? ' ').join('')
  // A cut can leave half of a surrogate pair behind.
  return { type, attrs: { ...attrs, hint: text.slice(0, MAX_LABEL_LENGTH).replace(/\p{Surrogate}/gu, '') } }
}
