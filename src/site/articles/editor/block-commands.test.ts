import { Editor } from '@tiptap/core'
import { expect, test, vi } from 'vitest'
import { storyExtensions } from './extensions.ts'
import { convertBlock, currentBlock, deleteBlock, duplicateBlock, moveBlock, moveBlockTo } from './block-commands.ts'
import { dragBlock } from './block-drag.ts'
import { blocks } from './blocks.ts'
import { dispatchUndoStep } from './undo-step.ts'

function editorOf(content: string, caretIn: string) {
  const editor = new Editor({ element: document.createElement('div'), extensions: storyExtensions(), content })
  let at = 0
  editor.state.doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes(caretIn)) at = pos + node.text.indexOf(caretIn)
  })
  editor.commands.setTextSelection(at)
  return editor
}

function move(editor: Editor, by: 1 | -1) {
  const tr = moveBlock(editor.state, by)
  if (tr) editor.view.dispatch(tr)
  return tr !== null
}

const lines = (editor: Editor) => editor.state.doc.children.map(({ textContent }) => textContent).filter(Boolean)
const turn = (editor: Editor, id: string) => {
  const block = blocks.find((one) => one.id === id)
  if (block) convertBlock(editor, block)
}

test('a block moves past its neighbour and takes the caret along', () => {
  const editor = editorOf('<p>one</p><h2>two</h2><p>three</p>', 'two')
  expect(move(editor, -1)).toBe(true)
  expect(lines(editor)).toEqual(['two', 'one', 'three'])
  expect(editor.state.selection.$from.parent.textContent).toBe('two')
  expect(move(editor, -1)).toBe(false)
  move(editor, 1)
  move(editor, 1)
  expect(lines(editor)).toEqual(['one', 'three', 'two'])
})

test('an item moves within its list first, then the list moves', () => {
  const editor = editorOf('<p>top</p><ul><li><p>a</p></li><li><p>b</p></li></ul>', 'b')
  move(editor, -1)
  expect(lines(editor)).toEqual(['top', 'ba'])
  move(editor, -1)
  expect(lines(editor)).toEqual(['ba', 'top'])
})

test('several selected blocks move together', () => {
  const editor = editorOf('<p>one</p><p>two</p><p>three</p>', 'one')
  editor.commands.setTextSelection({ from: 2, to: 8 })
  move(editor, 1)
  expect(lines(editor)).toEqual(['three', 'one', 'two'])
})

test('a block is duplicated and deleted', () => {
  const editor = editorOf('<p>one</p><p>two</p>', 'one')
  const at = currentBlock(editor.state)
  if (!at) throw new Error('No block')
  editor.view.dispatch(duplicateBlock(editor.state, at))
  expect(lines(editor)).toEqual(['one', 'one', 'two'])
  editor.view.dispatch(deleteBlock(editor.state, at))
  expect(lines(editor)).toEqual(['one', 'two'])
})

test.each([
  ['<p>one</p>', 'heading', '<h2>one</h2>'],
  ['<h2>one</h2>', 'quote', '<blockquote><p>one</p></blockquote>'],
  ['<ul><li><p>one</p></li><li><p>two</p></li></ul>', 'heading', '<h2>one</h2><h2>two</h2>'],
  ['<blockquote><p>one</p><p>two</p></blockquote>', 'bullets', '<ul><li><p>one</p></li><li><p>two</p></li></ul>'],
  ['<ul><li><p>one</p></li></ul>', 'numbers', '<ol><li><p>one</p></li></ol>'],
  ['<h3>one</h3>', 'text', '<p>one</p>'],
])('%s turned into %s is %s', (before, id, after) => {
  const editor = editorOf(before, 'one')
  turn(editor, id)
  expect(
    editor
      .getHTML()
      .replaceAll(' dir="auto"', '')
      .replace(/<p><\/p>$/, ''),
  ).toBe(after)
})

test.each([
  ['one', 3, ['two', 'three', 'one']],
  ['three', 0, ['three', 'one', 'two']],
  ['one', 2, ['two', 'one', 'three']],
  ['two', 1, null],
  ['two', 2, null],
])('%s dropped before the block of index %i', (name, index, expected) => {
  const editor = editorOf('<p>one</p><p>two</p><p>three</p>', name)
  const at = currentBlock(editor.state)
  const tr = at && moveBlockTo(editor.state, at, index)
  if (tr) editor.view.dispatch(tr)
  expect(tr ? lines(editor) : null).toEqual(expected)
  expect(editor.state.selection.$from.parent.textContent).toBe(name)
})

test('a cancelled drag no longer listens', () => {
  const editor = editorOf('<p>one</p><p>two</p>', 'one')
  const at = currentBlock(editor.state)
  if (!at) throw new Error('No block')
  const onEnd = vi.fn<() => void>()
  const start = () => dragBlock(editor, at, { onTarget: () => {}, onMoved: () => {}, onEnd })
  start()
  dispatchEvent(new Event('dragend'))
  expect(onEnd).toHaveBeenCalledTimes(1)
  start()()
  dispatchEvent(new Event('dragend'))
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a move is one undo step, also between two letters typed without a pause', () => {
  const editor = editorOf('<p>one</p><p>two</p>', 'two')
  editor.view.dispatch(editor.state.tr.insertText('a', 6))
  const tr = moveBlock(editor.state, -1)
  if (tr) dispatchUndoStep(editor.view, tr)
  editor.view.dispatch(editor.state.tr.insertText('b', 1))
  expect(lines(editor)).toEqual(['batwo', 'one'])
  editor.commands.undo()
  expect(lines(editor)).toEqual(['atwo', 'one'])
  editor.commands.undo()
  expect(lines(editor)).toEqual(['one', 'atwo'])
  editor.commands.undo()
  expect(lines(editor)).toEqual(['one', 'two'])
})
