import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { TableMap, addRowAfter, addRowBefore, isInTable, selectedRect } from '@tiptap/pm/tables'
import { contentOf } from './schema.ts'

/** Rendered with the wrapper class of the published table. Columns are not resizable. */
const StoryTable = Table.extend({
  renderHTML() {
    return ['div', { class: 'story-table' }, ['table', ['tbody', 0]]]
  },
  addCommands() {
    return {
      ...this.parent?.(),
      addRowBefore:
        () =>
        ({ state, tr, dispatch }) =>
          addAligned(state, tr, { add: addRowBefore, dispatch: dispatch !== undefined, above: true }),
      addRowAfter:
        () =>
        ({ state, tr, dispatch }) =>
          addAligned(state, tr, { add: addRowAfter, dispatch: dispatch !== undefined, above: false }),
    }
  },
}).configure({ resizable: false, View: null })

export const tables = [
  StoryTable,
  TableRow,
  TableHeader.extend({ content: contentOf('tableHeader') }),
  TableCell.extend({ content: contentOf('tableCell') }),
]

type Adding = { add: typeof addRowAfter; dispatch: boolean; above: boolean }

/** A new row takes the alignment of its columns. */
function addAligned(state: EditorState, tr: Transaction, { add, dispatch, above }: Adding) {
  if (!isInTable(state)) return false
  if (!dispatch) return true
  const { top, bottom, tableStart } = selectedRect(state)
  if (!add(state, () => {})) return false
  const table = tr.doc.nodeAt(tableStart - 1)
  if (!table) return false
  const map = TableMap.get(table)
  const [row, like] = above ? [top, top + 1] : [bottom, bottom - 1]
  for (let column = 0; column < map.width; column++) {
    const [at, beside] = [map.map[row * map.width + column], map.map[like * map.width + column]]
    const [cell, other] = [table.nodeAt(at ?? 0), table.nodeAt(beside ?? 0)]
    if (at === undefined || at === beside || !cell || !other) continue
    tr.setNodeMarkup(tableStart + at, undefined, { ...cell.attrs, align: other.attrs['align'] })
  }
  return true
}
