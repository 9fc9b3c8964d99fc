import { Plugin, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** The empty paper below the text belongs to it: who clicks there goes on at its end. */
export function belowPlugin() {
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
