import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { MAX_PASSAGE_LENGTH } from '#contract/document/schema.ts'
import { truncate } from '#site/articles/editor/nodes/attributes.ts'
import { closeFormula } from '#site/articles/editor/nodes/math.ts'
import { embedTypedAddress } from './auto-embed.ts'
import { dispatchUndoStep } from './undo-step.ts'

/** Markdown that takes effect on Enter at the end of a line. True when the line has been replaced. */
export function finishLine(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.parent.type.name !== 'paragraph' || $from.parentOffset !== $from.parent.content.size) return false
  if ($from.marks().some(({ type }) => type.name === 'code')) return false
  if (closeFormula(editor)) return false
  return embedTypedAddress(editor) || openFormula(editor) || defineFootnote(editor)
}

/** `$$` alone on a line. */
function openFormula(editor: Editor): boolean {
  const { $from } = editor.state.selection
  if ($from.parent.textContent !== '$$') return false
  return editor
    .chain()
    .setTextSelection({ from: $from.start(), to: $from.end() })
    .deleteSelection()
    .insertMath({ block: true })
    .run()
}

/** `[^1]: text` becomes the footnote of each `[^1]` in the story. */
function defineFootnote(editor: Editor): boolean {
  const { state, schema } = editor
  const { $from } = state.selection
  const [, name = '', words = ''] = /^\[\^([^\]\s]+)\]:\s+(\S.*)$/.exec($from.parent.textContent) ?? []
  const { footnote } = schema.nodes
  const references =
    name === ''
      ? []
      : findReferences(state.doc, `[^${name}]`).filter((pos) => pos < $from.before() || pos > $from.after())
  if (!footnote || references.length === 0) return false
  const { tr } = state
  tr.delete($from.start(), $from.end())
  const note = footnote.create({ text: truncate(words, MAX_PASSAGE_LENGTH) })
  for (const pos of references.toReversed()) {
    const at = tr.mapping.map(pos)
    tr.replaceWith(at, at + name.length + 3, note)
  }
  dispatchUndoStep(editor.view, tr.scrollIntoView())
  return true
}

function findReferences(doc: Node, reference: string): number[] {
  const found: number[] = []
  doc.descendants((node, pos, parent) => {
    const isCode = parent?.type.spec.code === true || node.marks.some(({ type }) => type.name === 'code')
    if (!node.isText || isCode) return
    const text = node.text ?? ''
    for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, at + 1)) found.push(pos + at)
  })
  return found
}
