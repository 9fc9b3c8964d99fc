import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { storyExtensions } from './extensions.ts'
import { tableActions } from './table-actions.ts'

const table =
  '<table><tbody><tr><th><p>Year</p></th><th><p>Miles</p></th></tr><tr><td><p>1998</p></td><td><p>12</p></td></tr></tbody></table>'

function aTable(caretIn: string) {
  const editor = new Editor({ element: document.createElement('div'), extensions: storyExtensions(), content: table })
  editor.state.doc.descendants((node, pos) => {
    if (node.text === caretIn) editor.commands.setTextSelection(pos)
  })
  return editor
}

const act = (editor: Editor, name: string) => tableActions.find((action) => action.name === name)?.run(editor)

const rows = ({ state }: Editor) =>
  state.doc.firstChild?.children.map((row) =>
    row.children.map(({ textContent, attrs }) => `${textContent}${attrs['align'] ? ` ${attrs['align']}` : ''}`),
  )

test('alignment applies to the whole column and to new rows', () => {
  const editor = aTable('12')
  act(editor, 'Align column right')
  act(editor, 'Add row below')
  act(editor, 'Add row above')
  expect(rows(editor)).toEqual([
    ['Year', 'Miles right'],
    ['', ' right'],
    ['1998', '12 right'],
    ['', ' right'],
  ])
})

test('rows and columns are added and deleted around the caret', () => {
  const editor = aTable('1998')
  act(editor, 'Add column before')
  expect(rows(editor)).toEqual([
    ['', 'Year', 'Miles'],
    ['', '1998', '12'],
  ])
  act(editor, 'Delete column')
  act(editor, 'Delete row')
  expect(rows(editor)).toEqual([['', 'Miles']])
})
