import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

type Options = { hint: string; isEditable(): boolean }

/** What the empty line one is in says: how to go on. An empty story has its own words. */
export function emptyPlugin({ hint, isEditable }: Options) {
  return new Plugin({
    props: {
      decorations({ doc, selection }) {
        const { $from, empty } = selection
        if (!isEditable() || !empty || doc.childCount === 1 || $from.depth !== 1) return null
        const isBlank = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
        return isBlank ? saying(doc, $from.before(), hint) : null
      },
    },
  })
}

function saying(doc: Node, pos: number, words: string) {
  return DecorationSet.create(doc, [Decoration.node(pos, pos + 2, { 'class': 'is-empty', 'data-placeholder': words })])
}
