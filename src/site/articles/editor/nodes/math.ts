import { InputRule, Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { insertInline, requestAutoOpen } from './auto-open.ts'
import { schemaOf } from './schema.ts'
import { BlockMathView, InlineMathView } from './math-view.tsx'
import { insertBlock } from './insertion.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    inlineMath: {
      /** Inserts an inline or block formula. Without LaTeX, opens its popover. */
      insertMath(options?: { block?: boolean; latex?: string }): ReturnType
    }
  }
}

export const InlineMath = Node.create({
  ...schemaOf('inlineMath'),
  parseHTML: () => [{ tag: 'span[data-node="inlineMath"]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes, { 'data-node': 'inlineMath' })],
  renderText: ({ node }) => `$$${String(node.attrs['latex'])}$$`,
  addNodeView: () => ReactNodeViewRenderer(InlineMathView, { as: 'span' }),
  addInputRules() {
    return [
      new InputRule({
        find: /\$\$([^$\n]+)\$\$$/,
        handler: ({ state, range, match }) => {
          state.tr.replaceRangeWith(range.from, range.to, this.type.create({ latex: (match[1] ?? '').trim() }))
        },
      }),
    ]
  },
  addCommands() {
    return {
      insertMath:
        ({ block = false, latex = '' } = {}) =>
        ({ editor, tr, dispatch }) => {
          const { blockMath } = editor.schema.nodes
          if (!block) return insertInline(editor, tr, { node: this.type.create({ latex }), open: latex === '' })
          if (!blockMath) return false
          const at = insertBlock(tr, blockMath.create({ latex }), { type: blockMath, caret: 'below' })
          if (dispatch && latex === '' && at !== null) requestAutoOpen(editor, at)
          return at !== null
        },
    }
  },
})

export const BlockMath = Node.create({
  ...schemaOf('blockMath'),
  parseHTML: () => [{ tag: 'div[data-node="blockMath"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'blockMath' })],
  renderText: ({ node }) => `$$${String(node.attrs['latex'])}$$`,
  addNodeView: () => ReactNodeViewRenderer(BlockMathView),
})
