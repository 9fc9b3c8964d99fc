import type { Document, Node } from '#contract/document/document.ts'

/** The ids of all pictures and files in the document. */
export function mediaIdsIn({ content }: Document): Set<string> {
  const found = new Set<string>()
  const visit = ({ attrs, content: inner }: Node) => {
    if (typeof attrs?.['media'] === 'string') found.add(attrs['media'])
    inner?.forEach(visit)
  }
  content.forEach(visit)
  return found
}

/** Removes nodes with these media. Containers left empty get an empty paragraph; galleries are removed. */
export function withoutMedia(document: Document, mediaIds: ReadonlySet<string>): Document {
  return { ...document, content: orEmptyParagraph(removeMedia(document.content, mediaIds)) }
}

function removeMedia(nodes: Node[], mediaIds: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node) => {
    if (typeof node.attrs?.['media'] === 'string' && mediaIds.has(node.attrs['media'])) return []
    if (!node.content) return [node]
    const content = removeMedia(node.content, mediaIds)
    if (content.length > 0 || node.content.length === 0) return [{ ...node, content }]
    return node.type === 'gallery' ? [] : [{ ...node, content: orEmptyParagraph(content) }]
  })
}

function orEmptyParagraph(content: Node[]): Node[] {
  return content.length > 0 ? content : [{ type: 'paragraph' }]
}
