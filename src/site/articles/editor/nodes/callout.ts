import { InputRule, Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { schemaOf } from './schema.ts'
import { CalloutView } from './callout-view.tsx'
import { type CalloutTone, alertSource, toneOfAlert } from './github-alerts.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Wraps the selection in a callout, or changes the tone of the current one. */
      setCallout(tone: CalloutTone): ReturnType
      /** Lifts the selection out of its callout. */
      unsetCallout(): ReturnType
    }
  }
}

export const Callout = Node.create({
  ...schemaOf('callout'),
  defining: true,
  parseHTML: () => [{ tag: 'aside[data-node="callout"]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes, { 'data-node': 'callout' }), 0],
  addNodeView: () => ReactNodeViewRenderer(CalloutView),
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`^${alertSource}\\s$`, 'i'),
        handler: ({ state, range, match }) => {
          const $from = state.doc.resolve(range.from)
          const quote = $from.depth > 1 ? $from.node(-1) : null
          const isFirst = quote?.type.name === 'blockquote' && $from.index(-1) === 0
          if (!isFirst || !this.type.validContent(quote.content)) return null
          const tone = toneOfAlert(match[1])
          state.tr.delete(range.from, range.to).setNodeMarkup($from.before(-1), this.type, { tone })
        },
      }),
    ]
  },
  addCommands() {
    return {
      setCallout:
        (tone) =>
        ({ commands, editor }) =>
          editor.isActive(this.name)
            ? commands.updateAttributes(this.name, { tone })
            : commands.wrapIn(this.name, { tone }),
      unsetCallout:
        () =>
        ({ commands }) =>
          commands.lift(this.name),
    }
  },
})
