import type { Node as PmNode, Schema } from '@tiptap/pm/model'
import type { Document, Node } from '#contract/document/document.ts'

type OpenedDocument = { doc: PmNode; isIntact: boolean }

/** Parses a document. Unknown content becomes plain text, so nothing written is lost. */
export function openDocument(schema: Schema, document: Document): OpenedDocument {
  try {
    const doc = schema.nodeFromJSON(document)
    doc.check()
    return { doc, isIntact: true }
  } catch {
    // Written by another version, or by hand.
    return { doc: repairDocument(schema, document), isIntact: false }
  }
}

function repairDocument(schema: Schema, document: Document): PmNode {
  const blocks = document.content.flatMap((node) => repairBlock(schema, node))
  const doc = schema.topNodeType.createAndFill(null, blocks)
  return doc && isValid(doc) ? doc : plain(schema, document)
}

/** The block itself if valid, else the block with repaired content, else only its content. */
function repairBlock(schema: Schema, node: Node): PmNode[] {
  const known = readNode(schema, node)
  if (known) return [known]
  const type = schema.nodes[node.type]
  const inner = node.content ?? []
  if (type && !type.isLeaf && !type.inlineContent) {
    const parts = inner.flatMap((child) => repairBlock(schema, child))
    const repaired = type.createAndFill(null, parts)
    if (repaired && isValid(repaired) && repaired.textContent.length >= lengthOf(parts)) return [repaired]
    return parts
  }
  if (inner.some(({ type: name }) => schema.nodes[name]?.isBlock))
    return inner.flatMap((child) => repairBlock(schema, child))
  return paragraphs(schema, textOf(node))
}

function readNode(schema: Schema, node: Node): PmNode | null {
  try {
    const read = schema.nodeFromJSON(node)
    read.check()
    return read.isBlock ? read : null
  } catch {
    // Something in it is unknown; the caller tries its children.
    return null
  }
}

function isValid(node: PmNode) {
  try {
    node.check()
    return true
  } catch {
    // Invalid content; the caller falls back to plain text.
    return false
  }
}

function lengthOf(nodes: PmNode[]) {
  return nodes.reduce((sum, { textContent }) => sum + textContent.length, 0)
}

function plain(schema: Schema, document: Document): PmNode {
  const blocks = document.content.flatMap((node) => paragraphs(schema, textOf(node)))
  return schema.topNodeType.createAndFill(null, blocks) ?? schema.topNodeType.create()
}

function paragraphs(schema: Schema, text: string): PmNode[] {
  const type = schema.nodes['paragraph']
  return type && text ? [type.create(null, schema.text(text))] : []
}

/** Attributes that hold text a writer typed. */
const textAttributes = ['text', 'label', 'title', 'name', 'caption', 'alt', 'latex', 'address', 'href']

function textOf({ text, attrs, content }: Node): string {
  const own = textAttributes.map((name) => attrs?.[name]).filter((value) => typeof value === 'string' && value !== '')
  const inner = (content ?? []).map(textOf)
  const isInline = (content ?? []).some((child) => child.text !== undefined)
  return [text ?? '', ...own, inner.join(isInline ? '' : ' ')].filter((part) => part !== '').join(' ')
}
