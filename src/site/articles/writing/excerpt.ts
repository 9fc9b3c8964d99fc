import type { Document, Node } from '#contract/document/document.ts'

const LENGTH = 200

/** The beginning of the text, as it stands in for an excerpt that nobody wrote. The server makes its own; this shows what it will be like. */
export function excerptOf(document: Document) {
  const line = document.content.findIndex(({ type }) => type === 'membersLine')
  const shown = line === -1 ? document.content : document.content.slice(0, line)
  const text = shown
    .filter(({ type }) => type === 'paragraph' || type === 'blockquote')
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...text]
  if (letters.length <= LENGTH) return text
  return `${letters
    .slice(0, LENGTH)
    .join('')
    .replace(/\s+\S*$/u, '')} …`
}

export function textOf({ text = '', content = [] }: Node): string {
  return text + content.map(textOf).join('')
}
