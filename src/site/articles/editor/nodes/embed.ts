import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { parseWebAddress } from './address.ts'
import { EmbedView } from './embed-view.tsx'
import { schemaOf } from './schema.ts'
import { insertPending } from './pending.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    embed: {
      /** Inserts a card for an external page. Without an address, shows a form. */
      insertEmbed(address?: string): ReturnType
    }
  }
}

export const Embed = Node.create({
  ...schemaOf('embed'),
  parseHTML: () => [
    {
      tag: 'div[data-node="embed"]',
      getAttrs: (element) => (parseWebAddress(element.getAttribute('data-address') ?? '') === null ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': 'embed' })],
  renderText: ({ node }) => String(node.attrs['address']),
  addNodeView: () => ReactNodeViewRenderer(EmbedView),
  addCommands() {
    return {
      insertEmbed:
        (typed) =>
        ({ editor, tr, dispatch }) => {
          const address = typed === undefined ? null : parseWebAddress(typed)
          if (typed !== undefined && address === null) return false
          return !dispatch || insertPending(editor, tr, { as: 'embed', address, type: this.type })
        },
    }
  },
})
