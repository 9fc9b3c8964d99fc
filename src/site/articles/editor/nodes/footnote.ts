import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { LONGEST_WORDS } from './limits.ts'
import { dataAttribute, text } from './attributes.ts'
import { FootnoteView } from './footnote-view.tsx'
import { insertInline } from './fresh.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Puts a footnote at the end of what is selected, open for its words. */
      insertFootnote(words?: string): ReturnType
    }
  }
}

export const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ text: dataAttribute('text', text(LONGEST_WORDS)) }),
  parseHTML: () => [{ tag: 'sup[data-node="footnote"]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['sup', mergeAttributes(HTMLAttributes, { 'data-node': 'footnote' })],
  addNodeView: () => ReactNodeViewRenderer(FootnoteView, { as: 'span' }),
  addCommands() {
    return {
      insertFootnote:
        (words = '') =>
        ({ editor, tr }) =>
          insertInline(editor, tr, { node: this.type.create({ text: words }), fresh: words === '' }),
    }
  },
})
