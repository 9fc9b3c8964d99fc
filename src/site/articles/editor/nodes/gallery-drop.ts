import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { MOST_IMAGES, deleteImage } from './gallery-moves.ts'

/** A picture that is dropped on one of a gallery takes its place before or after it, from wherever it came. */
export function galleryDrop() {
  return new Plugin({
    props: {
      handleDrop(view, event, slice, moved) {
        const images = slice.content.content
        if (images.length === 0 || images.some(({ type }) => type.name !== 'image')) return false
        const at = placeUnder(view, event)
        if (at === null) return false
        const { tr } = view.state
        tr.insert(at, images)
        const { selection } = view.state
        const source = moved && selection instanceof NodeSelection ? selection.from : null
        if (source !== null) deleteImage(tr, tr.mapping.map(source))
        if (tr.doc.resolve(tr.mapping.map(at, -1)).parent.childCount > MOST_IMAGES) return false
        view.dispatch(tr.setMeta('uiEvent', 'drop'))
        return true
      },
    },
  })
}

/** The position in the gallery before or after the picture under the pointer. */
function placeUnder(view: EditorView, { target, clientX }: DragEvent): number | null {
  const tile = target instanceof Element ? target.closest('[data-gallery] .node-image') : null
  if (!tile) return null
  const pos = view.posAtDOM(tile, 0)
  const { left, width } = tile.getBoundingClientRect()
  const rightToLeft = getComputedStyle(tile).direction === 'rtl'
  const after = clientX > left + width / 2 !== rightToLeft
  const image = view.state.doc.nodeAt(pos)
  return image ? pos + (after ? image.nodeSize : 0) : null
}
