import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { parseEmbed } from '#contract/document/embed-addresses.ts'
import { lookUpEmbed } from '#site/articles/editor/nodes/embed-lookup.ts'
import { hostOf } from '#site/articles/editor/nodes/address.ts'
import { moveCaretBelow } from '#site/articles/editor/nodes/insertion.ts'
import { parseLoneAddress } from '#site/articles/editor/paste/addresses.ts'
import { dispatchUndoStep } from './undo-step.ts'

type LoneAddress = { pos: number; node: Node; address: string }

/** Embeds the addresses of videos and posts that are pasted alone on a line. */
export function embedPastedAddresses(editor: Editor, isPlainText: () => boolean) {
  return new Plugin({
    appendTransaction(transactions, _, state) {
      const pasted = transactions.filter((tr) => tr.docChanged && tr.getMeta('uiEvent') === 'paste')
      if (pasted.length === 0 || isPlainText()) return null
      const found = findLoneAddresses(state, changedRange(pasted))
      // A transaction of its own, after this one: undo goes back to the links.
      if (found.length > 0) queueMicrotask(() => !editor.isDestroyed && embedAll(editor, found))
      return null
    },
  })
}

function changedRange(transactions: Transaction[]) {
  let [from, to] = [Infinity, 0]
  for (const { mapping } of transactions)
    for (const [index, map] of mapping.maps.entries())
      map.forEach((_start, _end, start, end) => {
        const rest = mapping.slice(index + 1)
        from = Math.min(from, rest.map(start, -1))
        to = Math.max(to, rest.map(end, 1))
      })
  return { from, to }
}

function findLoneAddresses({ doc }: EditorState, { from, to }: { from: number; to: number }): LoneAddress[] {
  const found: LoneAddress[] = []
  if (from > to) return found
  doc.nodesBetween(from, Math.min(to, doc.content.size), (node, pos) => {
    const address = node.isTextblock ? loneAddressOf(node) : null
    if (address !== null && canEmbed(doc, pos)) found.push({ pos, node, address })
    return !node.isTextblock
  })
  return found
}

/** The address of a video or post that is the whole paragraph. */
function loneAddressOf(paragraph: Node): string | null {
  if (paragraph.type.name !== 'paragraph' || paragraph.children.some((child) => !child.isText)) return null
  const address = parseLoneAddress(paragraph.textContent)
  return address !== null && parseEmbed(address) ? address : null
}

function canEmbed(doc: Node, pos: number) {
  const { embed } = doc.type.schema.nodes
  const $pos = doc.resolve(pos)
  return embed !== undefined && $pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, embed)
}

function embedAll(editor: Editor, found: LoneAddress[]) {
  const here = found.filter(({ pos, node }) => editor.state.doc.nodeAt(pos)?.eq(node))
  linkAddresses(editor, here)
  const { tr } = editor.state
  for (const line of here.toReversed()) {
    const { from } = tr.selection
    const hasCaret = from > line.pos && from < line.pos + line.node.nodeSize
    replaceWithEmbed(tr, line)
    if (hasCaret) moveCaretBelow(tr, line.pos + 1)
  }
  finish(editor, tr, here)
}

/** On Enter, embeds the address that is the whole line. An address that is a link stays one, also after undo. */
export function embedTypedAddress(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.depth === 0 || $from.parentOffset !== $from.parent.content.size) return false
  const address = loneAddressOf($from.parent)
  const isLink = $from.parent.children.every(({ marks }) => marks.some(({ type }) => type.name === 'link'))
  if (address === null || isLink || !canEmbed(editor.state.doc, $from.before())) return false
  const line = { pos: $from.before(), node: $from.parent, address }
  linkAddresses(editor, [line])
  const { tr } = editor.state
  replaceWithEmbed(tr, line)
  const below = line.pos + 1
  const paragraph = editor.schema.nodes['paragraph']?.create()
  if (paragraph) tr.insert(below, paragraph).setSelection(TextSelection.create(tr.doc, below + 1))
  finish(editor, tr.scrollIntoView(), [line])
  return true
}

/** Makes the addresses links in a step of its own, so that undoing the embed leaves a link. */
function linkAddresses(editor: Editor, lines: LoneAddress[]) {
  const { tr, schema } = editor.state
  const { link } = schema.marks
  if (!link) return
  for (const { pos, node, address } of lines)
    tr.addMark(pos + 1, pos + 1 + node.content.size, link.create({ href: address }))
  if (tr.docChanged) editor.view.dispatch(tr.removeStoredMark(link))
}

function replaceWithEmbed(tr: Transaction, { pos, node, address }: LoneAddress) {
  const player = parseEmbed(address)
  const embed = tr.doc.type.schema.nodes['embed']?.create({ ...player, address, site: hostOf(address) })
  if (embed) tr.replaceWith(pos, pos + node.nodeSize, embed)
}

/** One undo step. Titles follow when they are known. */
function finish(editor: Editor, tr: Transaction, lines: LoneAddress[]) {
  dispatchUndoStep(editor.view, tr)
  for (const address of new Set(lines.map((line) => line.address))) void addTitle(editor, address)
}

async function addTitle(editor: Editor, address: string) {
  const attrs = await lookUpEmbed(editor.storage.pending.services, address)
  // An unreachable page is described as a plain link.
  if (editor.isDestroyed || attrs.provider === 'link') return
  const { tr, doc } = editor.state
  doc.descendants((node, pos) => {
    if (node.type.name === 'embed' && node.attrs['address'] === address && node.attrs['title'] === '')
      tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attrs })
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}
