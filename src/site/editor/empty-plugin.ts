import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

type Options = { prompt(): string; hint: string; isEditable(): boolean }

/** What an empty line says: the prompt in an empty story, and where one is, how to go on. */
export function emptyPlugin({ prompt, hint, isEditable }: Options) {
  return new Plugin({
    props: {
      decorations({ doc, selection }) {
        const { firstChild, childCount } = doc
        if (!isEditable()) return null
        const isBlank = childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0
        if (isBlank) return saying(doc, 0, prompt())
        const { $from, empty } = selection
        const here =
          empty && $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
        return here ? saying(doc, $from.before(), hint) : null
      },
    },
  })
}

function saying(doc: Node, pos: number, words: string) {
  return DecorationSet.create(doc, [Decoration.node(pos, pos + 2, { 'class': 'empty-line', 'data-words': words })])
}
