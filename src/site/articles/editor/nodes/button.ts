import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { isAddress } from './address.ts'
import { ButtonView } from './button-view.tsx'
import { schemaOf } from './schema.ts'
import { insertPending } from './pending.ts'
import { insertBlock } from './insertion.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    button: {
      /** Inserts a link button. Without arguments, shows a form. */
      insertButton(button?: { label: string; href: string }): ReturnType
    }
  }
}

export const StoryButton = Node.create({
  ...schemaOf('button'),
  parseHTML: () => [
    {
      tag: 'div[data-node="button"]',
      getAttrs: (element) => (isAddress(element.getAttribute('data-href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'button' })],
  renderText: ({ node }) => String(node.attrs['label']),
  addNodeView: () => ReactNodeViewRenderer(ButtonView),
  addCommands() {
    return {
      insertButton:
        (button) =>
        ({ editor, tr, dispatch }) => {
          if (!button) return !dispatch || insertPending(editor, tr, { as: 'button', type: this.type })
          if (!isAddress(button.href) || button.label.trim() === '') return false
          return insertBlock(tr, this.type.create(button), { type: this.type, caret: 'below' }) !== null
        },
    }
  },
})
