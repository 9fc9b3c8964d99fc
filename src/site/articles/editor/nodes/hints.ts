import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const words: Partial<Record<string, string>> = { toggleSummary: 'What it opens', pullQuote: 'A sentence worth a pause' }
const headings: Partial<Record<number, string>> = { 2: 'Heading', 3: 'Smaller heading', 4: 'Smallest heading' }

/** What empty lines invite to. Most say nothing; an empty text invites to begin. */
export const Hints = Extension.create<{ prompt: () => string }>({
  name: 'hints',
  addOptions: () => ({ prompt: () => '' }),
  addProseMirrorPlugins() {
    const { editor, options } = this
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            if (!editor.isEditable) return null
            const found: Decoration[] = []
            doc.descendants((node, at) => {
              const hint = hintOf(node) ?? (doc.childCount === 1 && at === 0 ? promptOf(node, options.prompt()) : null)
              if (hint) {
                found.push(Decoration.node(at, at + node.nodeSize, { 'class': 'is-empty', 'data-placeholder': hint }))
              }
              return !node.isTextblock
            })
            return DecorationSet.create(doc, found)
          },
        },
      }),
    ]
  },
})

function hintOf({ type, content, attrs }: Node) {
  if (content.size > 0) return null
  return type.name === 'heading' ? headings[Number(attrs['level'])] : words[type.name]
}

function promptOf({ type, content }: Node, prompt: string) {
  return type.name === 'paragraph' && content.size === 0 ? prompt : null
}
