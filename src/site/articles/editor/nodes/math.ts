import { type Editor, InputRule, Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { insertInline, requestAutoOpen } from './auto-open.ts'
import { schemaOf } from './schema.ts'
import { formulaSource } from './source-text.ts'
import { BlockMathView, InlineMathView } from './math-view.tsx'
import { insertBlock, moveCaretBelow } from './insertion.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    inlineMath: {
      /** Inserts an inline or block formula. Without LaTeX, opens its popover. */
      insertMath(options?: { block?: boolean; latex?: string }): ReturnType
    }
  }
}

/** Turns `$…$` before the caret into a formula. */
export function closeFormula(editor: Editor): boolean {
  const { $from } = editor.state.selection
  const { inlineMath } = editor.schema.nodes
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const match = new RegExp(`${formulaSource}$`).exec(text)
  if (!match || !inlineMath) return false
  const length = match[0].length - match[0].indexOf('$')
  const { tr } = editor.state
  editor.view.dispatch(tr.replaceWith($from.pos - length, $from.pos, inlineMath.create({ latex: match[1] })))
  return true
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
          const { tr, schema } = state
          const latex = (match[1] ?? '').trim()
          const $from = tr.doc.resolve(range.from)
          const { blockMath } = schema.nodes
          const isLine = $from.parent.type.name === 'paragraph' && $from.parent.content.size === range.to - range.from
          const index = $from.depth > 0 ? $from.index(-1) : 0
          if (blockMath && isLine && $from.node(-1).canReplaceWith(index, index + 1, blockMath)) {
            const at = $from.before()
            tr.replaceWith(at, $from.after(), blockMath.create({ latex }))
            moveCaretBelow(tr, at + 1)
          } else tr.replaceRangeWith(range.from, range.to, this.type.create({ latex }))
        },
      }),
      // Only the character after it shows that a sign closes a formula: “$5-$10” is no formula.
      new InputRule({
        find: new RegExp(`${formulaSource}([ .,;:!?)\\]}])$`),
        handler: ({ state, range, match }) => {
          const start = range.from + match[0].indexOf('$')
          state.tr
            .replaceWith(start, range.to, this.type.create({ latex: match[1] }))
            .insertText(match[2] ?? '', start + 1)
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
