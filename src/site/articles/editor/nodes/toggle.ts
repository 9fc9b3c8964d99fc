import { Node } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { schemaOf } from './schema.ts'
import { insertBlock } from './insertion.ts'
import { toggleKeys } from './toggle-keys.ts'
import { ToggleView } from './toggle-view.tsx'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    toggle: {
      /** Inserts a toggle. A paragraph with text becomes its summary. */
      insertToggle(): ReturnType
    }
  }
}

export const Toggle = Node.create({
  ...schemaOf('toggle'),
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-node="toggle"]' }],
  renderHTML: () => ['div', { 'data-node': 'toggle' }, 0],
  addNodeView: () => ReactNodeViewRenderer(ToggleView),
  addCommands() {
    return {
      insertToggle:
        () =>
        ({ tr }) => {
          const { toggleSummary, toggleBody, paragraph } = tr.doc.type.schema.nodes
          const { $from } = tr.selection
          const { parent, depth } = $from
          if (!toggleSummary || !toggleBody || !paragraph) return false
          const make = (words = parent.content) =>
            this.type.create(null, [toggleSummary.create(null, words), toggleBody.create(null, paragraph.create())])
          const isLine = parent.type === paragraph && parent.content.size > 0 && depth > 0
          const index = isLine ? $from.index(depth - 1) : 0
          if (isLine && $from.node(depth - 1).canReplaceWith(index, index + 1, this.type)) {
            const start = $from.before()
            const caret = $from.pos + 1
            tr.replaceWith(start, $from.after(), make())
            tr.setSelection(TextSelection.create(tr.doc, caret))
            return true
          }
          return insertBlock(tr, make(Fragment.empty), { type: this.type, caret: 'in' }) !== null
        },
    }
  },
  addKeyboardShortcuts() {
    return toggleKeys(this.editor)
  },
})

export const ToggleSummary = Node.create({
  ...schemaOf('toggleSummary'),
  defining: true,
  isolating: true,
  selectable: false,
  parseHTML: () => [{ tag: 'div[data-node="toggleSummary"]' }],
  renderHTML: () => ['div', { 'class': 'toggle-summary', 'data-node': 'toggleSummary' }, 0],
})

export const ToggleBody = Node.create({
  ...schemaOf('toggleBody'),
  defining: true,
  isolating: true,
  selectable: false,
  parseHTML: () => [{ tag: 'div[data-node="toggleBody"]' }],
  renderHTML: () => ['div', { 'class': 'story-toggle-body', 'data-node': 'toggleBody' }, 0],
})
