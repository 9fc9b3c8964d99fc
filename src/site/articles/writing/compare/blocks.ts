import type { Document, Node } from '#contract/document/document.ts'

/** A block of a text as it is compared: what it is, and its words. */
export type Block = {
  kind: string
  text: string
  /** The rest of it: marks, addresses, sizes. Two blocks with the same words may differ here. */
  detail: string
}

const holders = new Set([
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'callout',
  'toggle',
  'toggleBody',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'gallery',
])

/** The blocks of a document in the order of reading; a list is as many as it has items. */
export function blocksOf(document: Document): Block[] {
  return document.content.flatMap((node) => blocksIn(node, ''))
}

function blocksIn(node: Node, within: string): Block[] {
  if (holders.has(node.type)) return (node.content ?? []).flatMap((child) => blocksIn(child, nameOf(node) || within))
  const text = wordsOf(node)
  return [{ kind: within || nameOf(node), text, detail: JSON.stringify({ ...node, type: `${within}/${node.type}` }) }]
}

const names: Record<string, string> = {
  blockquote: 'Quote',
  pullQuote: 'Pull quote',
  bulletList: 'List',
  orderedList: 'Numbered list',
  taskList: 'Task',
  callout: 'Callout',
  toggle: 'Toggle',
  table: 'Table',
  gallery: 'Gallery',
  heading: 'Heading',
  codeBlock: 'Code',
  horizontalRule: 'Divider',
  image: 'Picture',
  blockMath: 'Formula',
  embed: 'Embed',
  button: 'Button',
  file: 'File',
  membersLine: 'Members-only line',
}

/** The name of a block where it is not plain text. */
function nameOf({ type }: Node) {
  return names[type] ?? ''
}

/** What of an attribute is worth reading, for blocks that hold no text. */
const told = ['alt', 'caption', 'title', 'address', 'label', 'href', 'name', 'latex', 'text']

function wordsOf(node: Node): string {
  if (node.text !== undefined) return node.text
  if (node.type === 'hardBreak') return '\n'
  if (node.content) return node.content.map(wordsOf).join('')
  const attrs = node.attrs ?? {}
  return told
    .map((name) => attrs[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ')
}
