import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { embedProviders } from '#contract/document/blocks.ts'
import { parseWebAddress } from './address.ts'
import { dataAttribute, oneOf, ratioOrNull, text, textOrNull } from './attributes.ts'
import { EmbedView } from './embed-view.tsx'
import { MAX_LABEL_LENGTH, MAX_TEXT_LENGTH } from './schema.ts'
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
  name: 'embed',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    provider: dataAttribute('provider', oneOf(embedProviders, 'link')),
    address: dataAttribute('address', text(2000)),
    frame: dataAttribute('frame', textOrNull(/^https:\/\/.{1,1990}$/)),
    ratio: dataAttribute('ratio', ratioOrNull),
    title: dataAttribute('title', text(MAX_LABEL_LENGTH)),
    description: dataAttribute('description', text(MAX_TEXT_LENGTH)),
    author: dataAttribute('author', text(MAX_LABEL_LENGTH)),
    site: dataAttribute('site', text(MAX_LABEL_LENGTH)),
  }),
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
