import { InputRule, Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { dataAttribute, text } from './attributes.ts'
import { insertInline, markFresh } from './fresh.ts'
import { LONGEST_WORDS } from './limits.ts'
import { BlockMathView, InlineMathView } from './math-view.tsx'
import { insertBlock } from './placing.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    inlineMath: {
      /** Puts a formula into the line or, as a block, below it. Without its source, opens for it. */
      insertMath(options?: { block?: boolean; latex?: string }): ReturnType
    }
  }
}

const attributes = () => ({ latex: dataAttribute('latex', text(LONGEST_WORDS)) })

export const InlineMath = Node.create({
  name: 'inlineMath',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: attributes,
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
          if (!block) return insertInline(editor, tr, { node: this.type.create({ latex }), fresh: latex === '' })
          if (!blockMath) return false
          const at = insertBlock(tr, blockMath.create({ latex }), { type: blockMath, caret: 'below' })
          if (dispatch && latex === '' && at !== null) markFresh(editor, at)
          return at !== null
        },
    }
  },
})

export const BlockMath = Node.create({
  name: 'blockMath',
  group: 'block',
  atom: true,
  addAttributes: attributes,
  parseHTML: () => [{ tag: 'div[data-node="blockMath"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'blockMath' })],
  renderText: ({ node }) => `$$${String(node.attrs['latex'])}$$`,
  addNodeView: () => ReactNodeViewRenderer(BlockMathView),
})
