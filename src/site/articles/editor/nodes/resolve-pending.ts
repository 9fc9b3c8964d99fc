import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { listPending, updatePending } from './pending-plugin.ts'
import { moveCaretBelow } from './insertion.ts'

export function cancelPending(editor: Editor, id: string) {
  const { tr } = editor.state
  const found = listPending(editor.state).find(({ pending }) => pending.id === id)
  if (found?.pending.madeLine && isBlankLine(tr, found.at)) tr.delete(found.at, found.at + 2)
  editor.view.dispatch(updatePending(tr, { remove: [id] }).setMeta('addToHistory', false))
}

/** After a form is submitted, moves the caret below the pending block. */
export function focusBelowPending(editor: Editor, id: string) {
  editor
    .chain()
    .command(({ tr, state }) => {
      const found = listPending(state).find(({ pending }) => pending.id === id)
      if (found) moveCaretBelow(tr, found.at)
      return true
    })
    .focus()
    .run()
}

/** Inserts the nodes in place of the pending block, in one undo step. */
export function resolvePending(editor: Editor, id: string, nodes: Node[]) {
  const { state } = editor
  const found = listPending(state).find(({ pending }) => pending.id === id)
  const [first] = nodes
  if (!found || !first) return cancelPending(editor, id)
  const { at, pending } = found
  const tr = closeHistory(state.tr)
  const $at = state.doc.resolve(at)
  if (!$at.parent.canReplaceWith($at.index(), $at.index(), first.type)) return cancelPending(editor, id)
  const blank = pending.line && isSpareLine(tr, at)
  tr.replaceWith(at, blank ? at + 2 : at, nodes)
  const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const later = listPending(state).filter((other) => other.at === at && other.pending.order > pending.order)
  updatePending(tr, {
    remove: [id, ...later.map((other) => other.pending.id)],
    add: later.map((other) => ({ pending: other.pending, at: at + size })),
  })
  editor.view.dispatch(tr)
}

/** An empty paragraph without the caret that is not the last block. */
function isSpareLine(tr: Transaction, at: number) {
  const $at = tr.doc.resolve(at)
  return (
    isBlankLine(tr, at) &&
    $at.index() < $at.parent.childCount - 1 &&
    (tr.selection.to < at || tr.selection.from > at + 2)
  )
}

function isBlankLine(tr: Transaction, at: number) {
  const line = tr.doc.resolve(at).nodeAfter
  return line?.type.name === 'paragraph' && line.content.size === 0
}
