import type { Document, Node } from '#contract/document/document.ts'

/** The document as readers see it: without blocks that only show the hint of a template. */
export function withoutHints({ type, content }: Document): Document {
  return { type, content: removeHints(content) }
}

function removeHints(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (isHint(node)) return []
    if (!node.content) return [node]
    const content = removeHints(node.content)
    // A list or quotation of nothing but hints is not shown either.
    if (content.length === 0 && node.content.length > 0) return fixed.has(node.type) ? [{ ...node, content }] : []
    return [{ ...node, content }]
  })
}

/** Parts of a table or a toggle stay, so that the others keep their places. */
const fixed = new Set(['tableCell', 'tableHeader', 'toggleBody'])

function isHint({ attrs, content = [] }: Node) {
  return content.length === 0 && typeof attrs?.['hint'] === 'string' && attrs['hint'] !== ''
}
