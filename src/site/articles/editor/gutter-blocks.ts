import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { BlockAt } from './move-block.ts'

/** How a block of the story is drawn. */
export function blockElement(editor: Editor, pos: number): HTMLElement | null {
  const dom = editor.view.nodeDOM(pos)
  return dom instanceof HTMLElement ? dom : null
}

/** Which block of the story an element draws, wherever it has moved by now. */
export function blockOf(editor: Editor, element: Element): BlockAt | null {
  let pos = 0
  for (const node of editor.state.doc.children) {
    if (editor.view.nodeDOM(pos) === element) return { pos, node }
    pos += node.nodeSize
  }
  return null
}

export function caretInto(editor: Editor, { pos, node }: BlockAt) {
  const { tr, doc } = editor.state
  const selection = node.isAtom ? NodeSelection.create(doc, pos) : TextSelection.near(doc.resolve(pos + 1))
  editor.view.dispatch(tr.setSelection(selection))
  editor.view.focus()
}

/** Picks a block up. Where it is dropped, the editor moves it as if its words had been dragged. */
export function startDrag(editor: Editor, element: HTMLElement, transfer: DataTransfer) {
  const at = blockOf(editor, element)
  if (!at) return
  const { view, state } = editor
  const selection = NodeSelection.create(state.doc, at.pos)
  view.dispatch(state.tr.setSelection(selection))
  const slice = selection.content()
  const { dom, text } = view.serializeForClipboard(slice)
  transfer.clearData()
  transfer.setData('text/html', dom.innerHTML)
  transfer.setData('text/plain', text)
  transfer.effectAllowed = 'copyMove'
  transfer.setDragImage(element, 0, 0)
  view.dragging = { slice, move: true }
}

export function endDrag({ view }: Editor) {
  view.dragging = null
}
