import type { Node as PmNode, Schema } from '@tiptap/pm/model'
import type { Document, Node } from '#contract/document/document.ts'

export type Opened = { doc: PmNode; whole: boolean }

/** The text as the editor's own tree. What it does not know stays as words: nothing that was written is lost. */
export function openDocument(schema: Schema, document: Document): Opened {
  try {
    const doc = schema.nodeFromJSON(document)
    doc.check()
    return { doc, whole: true }
  } catch {
    // Made by another version, or by hand. What can be read of it is kept.
    return { doc: mended(schema, document), whole: false }
  }
}

function mended(schema: Schema, document: Document): PmNode {
  const blocks = document.content.flatMap((node) => mendBlock(schema, node))
  const doc = schema.topNodeType.createAndFill(null, blocks)
  return doc && isSound(doc) ? doc : plain(schema, document)
}

/** The block itself when it is sound, the same block with mended insides, or what is inside it. */
function mendBlock(schema: Schema, node: Node): PmNode[] {
  const known = readNode(schema, node)
  if (known) return [known]
  const type = schema.nodes[node.type]
  const inner = node.content ?? []
  if (type && !type.isLeaf && !type.inlineContent) {
    const parts = inner.flatMap((child) => mendBlock(schema, child))
    const mendedNode = type.createAndFill(null, parts)
    if (mendedNode && isSound(mendedNode) && mendedNode.textContent.length >= lengthOf(parts)) return [mendedNode]
    return parts
  }
  if (inner.some(({ type: name }) => schema.nodes[name]?.isBlock))
    return inner.flatMap((child) => mendBlock(schema, child))
  return paragraphs(schema, wordsOf(node))
}

function readNode(schema: Schema, node: Node): PmNode | null {
  try {
    const read = schema.nodeFromJSON(node)
    read.check()
    return read.isBlock ? read : null
  } catch {
    // Some part of it is unknown; the caller looks at its parts one by one.
    return null
  }
}

function isSound(node: PmNode) {
  try {
    node.check()
    return true
  } catch {
    // It would not fit; the caller has a plainer way.
    return false
  }
}

function lengthOf(nodes: PmNode[]) {
  return nodes.reduce((sum, { textContent }) => sum + textContent.length, 0)
}

function plain(schema: Schema, document: Document): PmNode {
  const blocks = document.content.flatMap((node) => paragraphs(schema, wordsOf(node)))
  return schema.topNodeType.createAndFill(null, blocks) ?? schema.topNodeType.create()
}

function paragraphs(schema: Schema, words: string): PmNode[] {
  const type = schema.nodes['paragraph']
  return type && words ? [type.create(null, schema.text(words))] : []
}

/** What a person wrote into the attributes of a block. */
const written = ['text', 'label', 'title', 'name', 'caption', 'alt', 'latex', 'address', 'href']

function wordsOf({ text, attrs, content }: Node): string {
  const own = written.map((name) => attrs?.[name]).filter((value) => typeof value === 'string' && value !== '')
  const inner = (content ?? []).map(wordsOf)
  const isInline = (content ?? []).some((child) => child.text !== undefined)
  return [text ?? '', ...own, inner.join(isInline ? '' : ' ')].filter((part) => part !== '').join(' ')
}
