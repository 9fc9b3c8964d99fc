import type { Editor } from '@tiptap/core'
import { isInTable, selectedRect } from '@tiptap/pm/tables'
import { runCommand } from './commands.ts'

export type Align = 'left' | 'center' | 'right'

export type TableAction = { name: string; icon: string; danger?: boolean; run(editor: Editor): void }

const does = (name: string, icon: string, command: string): TableAction => ({
  name,
  icon,
  run: (editor) => void runCommand(editor, command),
})
const aligns = (name: string, align: Align): TableAction => ({
  name,
  icon: `align-${align}`,
  run: (editor) => alignColumns(editor, align),
})

/** What can be done with the table the caret is in. */
export const tableActions: TableAction[] = [
  does('Add a row above', 'between-horizontal-start', 'addRowBefore'),
  does('Add a row below', 'between-horizontal-end', 'addRowAfter'),
  does('Add a column before', 'between-vertical-start', 'addColumnBefore'),
  does('Add a column after', 'between-vertical-end', 'addColumnAfter'),
  does('Heading row', 'table-properties', 'toggleHeaderRow'),
  aligns('Align the column left', 'left'),
  aligns('Centre the column', 'center'),
  aligns('Align the column right', 'right'),
  { ...does('Delete the row', 'trash', 'deleteRow'), danger: true },
  { ...does('Delete the column', 'trash', 'deleteColumn'), danger: true },
]

/** Aligns whole columns, as readers see them, not single cells. */
function alignColumns(editor: Editor, align: Align) {
  editor.commands.command(({ tr, state }) => {
    if (!isInTable(state)) return false
    const { map, left, right, table, tableStart } = selectedRect(state)
    for (const pos of map.cellsInRect({ left, right, top: 0, bottom: map.height })) {
      const cell = table.nodeAt(pos)
      if (cell) tr.setNodeMarkup(tableStart + pos, undefined, { ...cell.attrs, align })
    }
    return true
  })
}
