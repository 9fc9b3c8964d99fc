import type { Document, Node } from '#contract/document/document.ts'

/** A block as it is compared. */
export type Block = {
  kind: string
  text: string
  /** Everything else: marks, URLs, sizes. Blocks with the same text may differ here. */
  detail: string
}

const containers = new Set([
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

/** Blocks in reading order; each list item is a block. */
export function blocksOf(document: Document): Block[] {
  return document.content.flatMap((node) => blocksIn(node, ''))
}

function blocksIn(node: Node, within: string): Block[] {
  if (containers.has(node.type)) return (node.content ?? []).flatMap((child) => blocksIn(child, nameOf(node) || within))
  const text = textOf(node)
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

/** Empty for plain text. */
function nameOf({ type }: Node) {
  return names[type] ?? ''
}

/** Readable attributes, for blocks without text. */
const readableAttributes = ['alt', 'caption', 'title', 'address', 'label', 'href', 'name', 'latex', 'text']

function textOf(node: Node): string {
  if (node.text !== undefined) return node.text
  if (node.type === 'hardBreak') return '\n'
  if (node.content) return node.content.map(textOf).join('')
  const attrs = node.attrs ?? {}
  return readableAttributes
    .map((name) => attrs[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ')
}
