import { Node, mergeAttributes } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { embedProviders } from '#contract/document/blocks.ts'
import { readWebAddress } from './address.ts'
import { dataAttribute, oneOf, ratioOrNull, text, textOrNull } from './attributes.ts'
import { EmbedView } from './embed-view.tsx'
import { LONGEST_LINE, LONGEST_WORDS } from './limits.ts'
import { reserve } from './pending.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    embed: {
      /** A card of a page of another site. Without an address, asks for one. */
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
    title: dataAttribute('title', text(LONGEST_LINE)),
    description: dataAttribute('description', text(LONGEST_WORDS)),
    author: dataAttribute('author', text(LONGEST_LINE)),
    site: dataAttribute('site', text(LONGEST_LINE)),
  }),
  parseHTML: () => [
    {
      tag: 'div[data-node="embed"]',
      getAttrs: (element) => (readWebAddress(element.getAttribute('data-address') ?? '') === null ? false : null),
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
          const address = typed === undefined ? null : readWebAddress(typed)
          if (typed !== undefined && address === null) return false
          return !dispatch || reserve(editor, tr, { as: 'embed', address, type: this.type })
        },
    }
  },
})
