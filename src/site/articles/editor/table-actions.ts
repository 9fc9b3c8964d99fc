import type { Editor } from '@tiptap/core'
import { isInTable, selectedRect } from '@tiptap/pm/tables'
import { runCommand } from './commands.ts'

export type Align = 'left' | 'center' | 'right'

type TableAction = { name: string; icon: string; danger?: boolean; run(editor: Editor): void }

const commandAction = (name: string, icon: string, command: string): TableAction => ({
  name,
  icon,
  run: (editor) => void runCommand(editor, command),
})
const alignAction = (name: string, align: Align): TableAction => ({
  name,
  icon: `align-${align}`,
  run: (editor) => alignColumns(editor, align),
})

export const tableActions: TableAction[] = [
  commandAction('Add row above', 'between-horizontal-start', 'addRowBefore'),
  commandAction('Add row below', 'between-horizontal-end', 'addRowAfter'),
  commandAction('Add column before', 'between-vertical-start', 'addColumnBefore'),
  commandAction('Add column after', 'between-vertical-end', 'addColumnAfter'),
  commandAction('Header row', 'table-properties', 'toggleHeaderRow'),
  alignAction('Align column left', 'left'),
  alignAction('Centre column', 'center'),
  alignAction('Align column right', 'right'),
  { ...commandAction('Delete row', 'trash', 'deleteRow'), danger: true },
  { ...commandAction('Delete column', 'trash', 'deleteColumn'), danger: true },
]

/** Aligns whole columns, because readers see alignment per column. */
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
