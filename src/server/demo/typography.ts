import type { Document, Node } from '#contract/document/document.ts'

/** Replaces straight quotes with typographic ones. `before` is the preceding character. */
export function smarten(text: string, before = ''): string {
  const characters = [...text]
  return characters
    .map((character, index) => {
      const previous = characters[index - 1] ?? before
      const opens = previous === '' || /[\s([{—–“‘/]/u.test(previous)
      if (character === '"') return opens ? '“' : '”'
      if (character === "'") return opens ? '‘' : '’'
      return character
    })
    .join('')
}

/** The same for a document, except code. */
export function smartenDocument(document: Document): Document {
  return { ...document, content: document.content.map(smartenBlock) }
}

function smartenBlock(node: Node): Node {
  if (node.type === 'codeBlock' || !node.content) return caption(node)
  let before = ''
  const content = node.content.map((child) => {
    if (child.text === undefined) return smartenBlock(child)
    const isCode = child.marks?.some(({ type }) => type === 'code')
    const text = isCode ? child.text : smarten(child.text, before)
    before = text.at(-1) ?? before
    return { ...child, text }
  })
  return { ...node, content }
}

function caption(node: Node): Node {
  const words = node.attrs?.['caption']
  return typeof words === 'string' ? { ...node, attrs: { ...node.attrs, caption: smarten(words) } } : node
}
