import { MAX_GALLERY_IMAGES } from '#contract/document/schema.ts'
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, type Transaction } from '@tiptap/pm/state'

/** Moves a picture within its gallery and keeps it selected. */
export function moveInGallery(editor: Editor, from: number, by: -1 | 1) {
  editor.commands.command(({ tr }) => {
    const $from = tr.doc.resolve(from)
    const { parent } = $from
    const index = $from.index()
    const other = parent.maybeChild(index + by)
    const image = parent.maybeChild(index)
    if (!image || !other) return false
    const to = from + by * other.nodeSize
    tr.delete(from, from + image.nodeSize).insert(to, image)
    tr.setSelection(NodeSelection.create(tr.doc, to))
    return true
  })
}

/** Deletes a picture, and its gallery if it was the last one. */
export function deleteImage(tr: Transaction, at: number) {
  const $at = tr.doc.resolve(at)
  const node = $at.nodeAfter
  if (!node) return
  const alone = $at.parent.type.name === 'gallery' && $at.parent.childCount === 1
  if (alone) tr.delete($at.before(), $at.after())
  else tr.delete(at, at + node.nodeSize)
}

/** Moves a picture out of its gallery, to below it. */
export function moveOutOfGallery(editor: Editor, at: number) {
  editor.commands.command(({ tr }) => {
    const $at = tr.doc.resolve(at)
    const image = $at.nodeAfter
    if (!image || $at.parent.type.name !== 'gallery') return false
    const below = $at.after()
    deleteImage(tr, at)
    const to = tr.mapping.map(below)
    tr.insert(to, image)
    tr.setSelection(NodeSelection.create(tr.doc, to))
    return true
  })
}

/** Merges a picture and the adjacent pictures and galleries into one gallery. */
export function mergeIntoGallery(editor: Editor, at: number) {
  editor.commands.command(({ tr }) => {
    const $at = tr.doc.resolve(at)
    const { parent } = $at
    const gallery = tr.doc.type.schema.nodes['gallery']
    if (!gallery || $at.nodeAfter?.type.name !== 'image') return false
    const [first, last] = runAround(parent, $at.index())
    const run = parent.children.slice(first, last + 1)
    const images = run.flatMap((node) => (node.type === gallery ? node.children : [node]))
    const from = $at.posAtIndex(first)
    const caption = run.find(({ type }) => type === gallery)?.attrs['caption'] ?? ''
    if (images.length > MAX_GALLERY_IMAGES || !parent.canReplaceWith(first, last + 1, gallery)) return false
    tr.replaceWith(from, $at.posAtIndex(last + 1), gallery.create({ caption }, images))
    tr.setSelection(NodeSelection.create(tr.doc, from))
    return true
  })
}

/** First and last index of the adjacent pictures, up to the limit. */
function runAround(parent: Node, index: number): [number, number] {
  const isPicture = (at: number) => ['image', 'gallery'].includes(parent.maybeChild(at)?.type.name ?? '')
  const size = (at: number) => Math.max(parent.maybeChild(at)?.childCount ?? 0, 1)
  let [first, last, count] = [index, index, 1]
  while (isPicture(last + 1) && count + size(last + 1) <= MAX_GALLERY_IMAGES) count += size(++last)
  while (isPicture(first - 1) && count + size(first - 1) <= MAX_GALLERY_IMAGES) count += size(--first)
  return [first, last]
}
