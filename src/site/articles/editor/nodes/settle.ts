import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { changePending, pendingIn } from './pending-plugin.ts'
import { goBelow } from './placing.ts'

/** Nothing comes of it. */
export function dismiss(editor: Editor, id: string) {
  const { tr } = editor.state
  const found = pendingIn(editor.state).find(({ pending }) => pending.id === id)
  if (found?.pending.madeLine && isBlankLine(tr, found.at)) tr.delete(found.at, found.at + 2)
  editor.view.dispatch(changePending(tr, { remove: [id] }).setMeta('addToHistory', false))
}

/** A form has been answered: the keyboard goes back to the text, below what is on its way. */
export function writeBelow(editor: Editor, id: string) {
  editor
    .chain()
    .command(({ tr, state }) => {
      const found = pendingIn(state).find(({ pending }) => pending.id === id)
      if (found) goBelow(tr, found.at)
      return true
    })
    .focus()
    .run()
}

/** Puts what has been made where its place was reserved, as one step that can be undone. */
export function finish(editor: Editor, id: string, nodes: Node[]) {
  const { state } = editor
  const found = pendingIn(state).find(({ pending }) => pending.id === id)
  const [first] = nodes
  if (!found || !first) return dismiss(editor, id)
  const { at, pending } = found
  const tr = closeHistory(state.tr)
  const $at = state.doc.resolve(at)
  if (!$at.parent.canReplaceWith($at.index(), $at.index(), first.type)) return dismiss(editor, id)
  const blank = pending.line && isSpareLine(tr, at)
  tr.replaceWith(at, blank ? at + 2 : at, nodes)
  const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const later = pendingIn(state).filter((other) => other.at === at && other.pending.order > pending.order)
  changePending(tr, {
    remove: [id, ...later.map((other) => other.pending.id)],
    add: later.map((other) => ({ pending: other.pending, at: at + size })),
  })
  editor.view.dispatch(tr)
}

/** An empty line that nobody is in and that does not end the text. */
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
