import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { aValidDocument } from '#test/arbitrary-documents.ts'
import { everyBlock } from '#test/every-block.ts'
import { paragraphs } from '#test/writing.ts'
import { storyExtensions } from './extensions.ts'
import { createEditorHandle } from './editor-handle.ts'
import { openDocument } from './open-document.ts'
import { createBlockDiffTransaction } from './document-diff.ts'

function anEditor(content: Document) {
  const editor = new Editor({ element: document.createElement('div'), extensions: storyExtensions() })
  createEditorHandle(editor).replace(content)
  editor.commands.setTextSelection(1)
  return { editor, handle: createEditorHandle(editor) }
}

const shown = (editor: Editor) => editor.getText({ blockSeparator: '\n' }).trimEnd()
/** The text of the current block with ^ at the caret. */
const caretIn = ({ state }: Editor) => {
  const { $from } = state.selection
  const { textContent } = $from.parent
  return `${textContent.slice(0, $from.parentOffset)}^${textContent.slice($from.parentOffset)}`
}
const putCaret = (editor: Editor, words: string) => {
  let at = 0
  editor.state.doc.descendants((node, pos) => {
    const found = node.text?.indexOf(words) ?? -1
    if (found >= 0) at = pos + found + words.length
  })
  editor.commands.setTextSelection(at)
}

test('remote changes before, after and in the current block do not move the caret', () => {
  const { editor, handle } = anEditor(paragraphs('One.', 'Two three four.', 'Five.'))
  putCaret(editor, 'Two three')
  handle.applyRemoteChanges(paragraphs('Zero.', 'One, and more.', 'Two three four.', 'Six.'))
  expect(shown(editor)).toBe('Zero.\nOne, and more.\nTwo three four.\nSix.')
  expect(caretIn(editor)).toBe('Two three^ four.')
  handle.applyRemoteChanges(paragraphs('Zero.', 'One, and more.', 'At two three four.', 'Six.'))
  expect(caretIn(editor)).toBe('At two three^ four.')
  handle.applyRemoteChanges(paragraphs('At two three four!', 'Six.'))
  expect(caretIn(editor)).toBe('At two three^ four!')
})

test('a selection survives remote changes, and typing replaces it', () => {
  const { editor, handle } = anEditor(paragraphs('One.', 'Two three.', 'Four.'))
  editor.commands.setTextSelection({ from: 7, to: 10 })
  expect(editor.state.doc.textBetween(editor.state.selection.from, editor.state.selection.to)).toBe('Two')
  handle.applyRemoteChanges(paragraphs('One, and more.', 'Two three.', 'Four, and more.'))
  const { from, to } = editor.state.selection
  expect(editor.state.doc.textBetween(from, to)).toBe('Two')
  editor.commands.insertContent('Ten')
  expect(shown(editor)).toBe('One, and more.\nTen three.\nFour, and more.')
})

test('undo reverts local changes, never remote ones', () => {
  const { editor, handle } = anEditor(paragraphs('One.', 'Two.'))
  putCaret(editor, 'Two.')
  editor.commands.insertContent(' Mine.')
  handle.applyRemoteChanges(paragraphs('One. Theirs.', 'Two. Mine.', 'And theirs.'))
  expect(shown(editor)).toBe('One. Theirs.\nTwo. Mine.\nAnd theirs.')
  editor.commands.undo()
  expect(shown(editor)).toBe('One. Theirs.\nTwo.\nAnd theirs.')
  editor.commands.redo()
  expect(shown(editor)).toBe('One. Theirs.\nTwo. Mine.\nAnd theirs.')
})

test('a block diff turns any document into any other and leaves equal blocks alone', () => {
  const { editor } = anEditor(paragraphs('One.'))
  const any = fc.oneof(
    fc.array(fc.constantFrom('a', 'b', 'ab', ''), { minLength: 1, maxLength: 6 }).map((lines) => paragraphs(...lines)),
    aValidDocument,
    fc.constant(everyBlock),
  )
  fc.assert(
    fc.property(any, any, (from, to) => {
      const [before, after] = [openDocument(editor.schema, from).doc, openDocument(editor.schema, to).doc]
      const { state } = editor
      const start = state.apply(state.tr.replaceWith(0, state.doc.content.size, before.content))
      const changed = createBlockDiffTransaction(start, after)
      expect((changed?.doc ?? start.doc).toJSON()).toEqual(after.toJSON())
    }),
    { numRuns: 60 },
  )
  const text = (...content: Node[]) => openDocument(editor.schema, { type: 'doc', content }).doc
  const [a = everyBlock, b = everyBlock, c = everyBlock] = paragraphs('One.', 'Two.', 'Three.').content
  const { state } = editor
  const start = state.apply(state.tr.replaceWith(0, state.doc.content.size, text(a, b, c).content))
  const [first = a, last = c] = paragraphs('One!', 'Three!').content
  expect(createBlockDiffTransaction(start, text(first, b, last))?.steps.map((step) => step.toJSON())).toEqual([
    { stepType: 'replace', from: 18, to: 19, slice: expect.anything() },
    { stepType: 'replace', from: 4, to: 5, slice: expect.anything() },
  ])
})
