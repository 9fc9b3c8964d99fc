import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { plainBlock } from './blocks.ts'

const content = `${plainBlock}+`

/** The class that readers' tables have stands on the wrapper; nothing is wider than the column. */
const StoryTable = Table.extend({
  renderHTML() {
    return ['div', { class: 'story-table' }, ['table', ['tbody', 0]]]
  },
}).configure({ resizable: false, View: null })

export const tables = [StoryTable, TableRow, TableHeader.extend({ content }), TableCell.extend({ content })]
