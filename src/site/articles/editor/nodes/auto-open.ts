import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Storage {
    autoOpen: { at: number | null }
  }
}

/** Position of a newly inserted node whose popover should open. */
export const AutoOpen = Extension.create<Record<never, never>, { at: number | null }>({
  name: 'autoOpen',
  addStorage: () => ({ at: null }),
})

export function requestAutoOpen(editor: Editor, at: number) {
  editor.storage.autoOpen.at = at
}

/** True once, for the view of the newly inserted node. */
export function consumeAutoOpen(editor: Editor, at: number | undefined) {
  if (at === undefined || editor.storage.autoOpen.at !== at) return false
  editor.storage.autoOpen.at = null
  return true
}

/** Inserts an inline node after the selection. The caret goes behind it, so typing before the popover opens is safe. */
export function insertInline(editor: Editor, tr: Transaction, { node, open }: { node: Node; open: boolean }) {
  const { $to } = tr.selection
  const index = $to.index()
  if (!$to.parent.isTextblock || !$to.parent.canReplaceWith(index, index, node.type)) return false
  const at = $to.pos
  tr.insert(at, node)
  tr.setSelection(TextSelection.create(tr.doc, at + node.nodeSize)).scrollIntoView()
  if (open) requestAutoOpen(editor, at)
  return true
}
