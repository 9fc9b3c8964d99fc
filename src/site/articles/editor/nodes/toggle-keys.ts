import type { Editor } from '@tiptap/core'
import { Fragment, type ResolvedPos } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { moveCaretBelow } from './insertion.ts'

/** Enter goes from the summary to the body, and from an empty last line to below the toggle. Backspace goes back. */
export function toggleKeys(editor: Editor) {
  return { Enter: () => enter(editor), Backspace: () => backspace(editor) }
}

function enter(editor: Editor) {
  const { $from, empty } = editor.state.selection
  if ($from.parent.type.name === 'toggleSummary') {
    // The body begins after the end of the summary.
    const body = $from.after() + 1
    return editor.commands.command(({ tr }) => {
      if (!empty) tr.deleteSelection()
      tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(body)))).scrollIntoView()
      return true
    })
  }
  return empty && isLastEmptyLine($from) && leaveBody(editor, $from)
}

function isLastEmptyLine($from: ResolvedPos) {
  const { parent, depth } = $from
  if (parent.content.size > 0 || depth < 2) return false
  const body = $from.node(depth - 1)
  return body.type.name === 'toggleBody' && body.childCount > 1 && $from.indexAfter(depth - 1) === body.childCount
}

function leaveBody(editor: Editor, $from: ResolvedPos) {
  const end = $from.after($from.depth - 2)
  return editor.commands.command(({ tr }) => {
    tr.delete($from.before(), $from.after())
    moveCaretBelow(tr, tr.mapping.map(end))
    tr.scrollIntoView()
    return true
  })
}

function backspace(editor: Editor) {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.parentOffset > 0) return false
  if ($from.parent.type.name === 'toggleSummary') return unwrap(editor, $from)
  const { depth } = $from
  const inBody = depth >= 2 && $from.node(depth - 1).type.name === 'toggleBody' && $from.index(depth - 1) === 0
  if (!inBody || !$from.parent.isTextblock || $from.parent.type.name !== 'paragraph') return false
  // The end of the summary is just before the body begins.
  return editor.commands.setTextSelection($from.before(depth - 1) - 1)
}

/** Turns the summary into a paragraph, followed by the body. */
function unwrap(editor: Editor, $from: ResolvedPos) {
  const { depth } = $from
  const toggle = $from.node(depth - 1)
  const from = $from.before(depth - 1)
  const { paragraph } = editor.schema.nodes
  const body = toggle.lastChild
  if (!paragraph || !body) return false
  return editor.commands.command(({ tr }) => {
    const isBlank = body.childCount === 1 && body.firstChild?.type === paragraph && body.firstChild.content.size === 0
    const blocks = isBlank ? Fragment.empty : body.content
    tr.replaceWith(
      from,
      from + toggle.nodeSize,
      Fragment.from(paragraph.create(null, $from.parent.content)).append(blocks),
    )
    tr.setSelection(TextSelection.create(tr.doc, from + 1))
    return true
  })
}
