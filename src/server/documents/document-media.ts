import type { Document, Node } from '#contract/document/document.ts'

/** What a document uses of the library: pictures and files, by their ids. */
export function mediaOf({ content }: Document): Set<string> {
  const found = new Set<string>()
  const look = ({ attrs, content: inner }: Node) => {
    if (typeof attrs?.['media'] === 'string') found.add(attrs['media'])
    inner?.forEach(look)
  }
  content.forEach(look)
  return found
}

/** The document without everything that shows these. What must not be empty gets an empty paragraph. */
export function withoutMedia(document: Document, gone: ReadonlySet<string>): Document {
  return { ...document, content: filled(keptOf(document.content, gone)) }
}

function keptOf(nodes: Node[], gone: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node) => {
    if (typeof node.attrs?.['media'] === 'string' && gone.has(node.attrs['media'])) return []
    if (!node.content) return [node]
    const content = keptOf(node.content, gone)
    if (content.length > 0 || node.content.length === 0) return [{ ...node, content }]
    return node.type === 'gallery' ? [] : [{ ...node, content: filled(content) }]
  })
}

function filled(content: Node[]): Node[] {
  return content.length > 0 ? content : [{ type: 'paragraph' }]
}
