import { closeHistory } from '@tiptap/pm/history'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Dispatches a change that is one undo step, however soon it follows or is followed by typing. */
export function dispatchUndoStep(view: EditorView, tr: Transaction) {
  view.dispatch(closeHistory(tr))
  view.dispatch(closeHistory(view.state.tr))
}
