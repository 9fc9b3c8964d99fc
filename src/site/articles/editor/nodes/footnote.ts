import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { schemaOf } from './schema.ts'
import { FootnoteView } from './footnote-view.tsx'
import { insertInline } from './auto-open.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Inserts a footnote after the selection. Without text, opens its popover. */
      insertFootnote(text?: string): ReturnType
    }
  }
}

export const Footnote = Node.create({
  ...schemaOf('footnote'),
  parseHTML: () => [{ tag: 'sup[data-node="footnote"]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['sup', mergeAttributes(HTMLAttributes, { 'data-node': 'footnote' })],
  addNodeView: () => ReactNodeViewRenderer(FootnoteView, { as: 'span' }),
  addCommands() {
    return {
      insertFootnote:
        (words = '') =>
        ({ editor, tr }) =>
          insertInline(editor, tr, { node: this.type.create({ text: words }), open: words === '' }),
    }
  },
})
