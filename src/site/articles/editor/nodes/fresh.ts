import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Storage {
    fresh: { at: number | null }
  }
}

/** Remembers which node has just been made and opens for its words. */
export const Fresh = Extension.create<Record<never, never>, { at: number | null }>({
  name: 'fresh',
  addStorage: () => ({ at: null }),
})

export function markFresh(editor: Editor, at: number) {
  editor.storage.fresh.at = at
}

/** True once, for the view of the node that has just been made. */
export function takeFresh(editor: Editor, at: number | undefined) {
  if (at === undefined || editor.storage.fresh.at !== at) return false
  editor.storage.fresh.at = null
  return true
}

/** Puts an inline node behind what is selected. The caret goes on after it, for whoever types faster than it opens. */
export function insertInline(editor: Editor, tr: Transaction, { node, fresh }: { node: Node; fresh: boolean }) {
  const { $to } = tr.selection
  const index = $to.index()
  if (!$to.parent.isTextblock || !$to.parent.canReplaceWith(index, index, node.type)) return false
  const at = $to.pos
  tr.insert(at, node)
  tr.setSelection(TextSelection.create(tr.doc, at + node.nodeSize)).scrollIntoView()
  if (fresh) markFresh(editor, at)
  return true
}
