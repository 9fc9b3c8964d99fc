import { Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** A click in the empty space below the text moves the caret to the end. */
export function clickBelowPlugin() {
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown(view, event) {
          if (event.button !== 0 || event.shiftKey || !isBelow(view, event)) return false
          const { doc, tr } = view.state
          event.preventDefault()
          view.dispatch(tr.setSelection(Selection.atEnd(doc)).scrollIntoView())
          view.focus()
          return true
        },
      },
    },
  })
}

function isBelow({ dom }: EditorView, { target, clientY }: MouseEvent) {
  const last = dom.lastElementChild
  return target === dom && last !== null && clientY > last.getBoundingClientRect().bottom
}

/**
 * Browsers report caret moves with a delay. Without this sync, a key pressed in that time acts on the old selection and
 * can overwrite text.
 */
export function syncSelectionPlugin() {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view) {
          syncSelection(view)
          return false
        },
      },
    },
  })
}

function syncSelection(view: EditorView) {
  const native = document.getSelection()
  const { selection, doc, tr } = view.state
  if (!native || view.composing || !view.hasFocus() || !(selection instanceof TextSelection)) return
  const anchor = positionOf(view, native.anchorNode, native.anchorOffset)
  const head = positionOf(view, native.focusNode, native.focusOffset)
  if (anchor === null || head === null) return
  if (anchor === selection.anchor && head === selection.head) return
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
}

/** Only positions inside text nodes map to exactly one document position. */
function positionOf(view: EditorView, node: Node | null, offset: number) {
  if (!(node instanceof Text) || node.parentElement?.closest('[contenteditable]') !== view.dom) return null
  return view.posAtDOM(node, offset)
}
