import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** A browser tells of a moved caret a moment later. Whoever types faster would otherwise lose words they had already left. */
export function caughtUpPlugin() {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view) {
          catchUp(view)
          return false
        },
      },
    },
  })
}

function catchUp(view: EditorView) {
  const seen = document.getSelection()
  const { selection, doc, tr } = view.state
  if (!seen || view.composing || !view.hasFocus() || !(selection instanceof TextSelection)) return
  const anchor = placeOf(view, seen.anchorNode, seen.anchorOffset)
  const head = placeOf(view, seen.focusNode, seen.focusOffset)
  if (anchor === null || head === null) return
  if (anchor === selection.anchor && head === selection.head) return
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
}

/** Only in words is a place of the page one place of the text, and no other. */
function placeOf(view: EditorView, node: Node | null, offset: number) {
  if (!(node instanceof Text) || node.parentElement?.closest('[contenteditable]') !== view.dom) return null
  return view.posAtDOM(node, offset)
}
