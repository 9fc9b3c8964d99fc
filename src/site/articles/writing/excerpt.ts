import type { Document, Node } from '#contract/document/document.ts'

const LENGTH = 200

/** Previews the excerpt that the server generates when none is written. */
export function generateExcerpt(document: Document) {
  const line = document.content.findIndex(({ type }) => type === 'membersLine')
  const shown = line === -1 ? document.content : document.content.slice(0, line)
  const text = shown
    .filter(({ type }) => type === 'paragraph' || type === 'blockquote')
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...text]
  if (characters.length <= LENGTH) return text
  return `${characters
    .slice(0, LENGTH)
    .join('')
    .replace(/\s+\S*$/u, '')} …`
}

export function textOf({ text = '', content = [] }: Node): string {
  return text + content.map(textOf).join('')
}
