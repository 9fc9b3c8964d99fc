import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const placeholders: Partial<Record<string, string>> = { toggleSummary: 'Toggle title', pullQuote: 'Pull quote' }
const headings: Partial<Record<number, string>> = { 2: 'Heading', 3: 'Subheading', 4: 'Small heading' }

/** Placeholder text of empty blocks, such as the hints of a template, and the prompt of an empty story. */
export const Placeholders = Extension.create<{ prompt: () => string }>({
  name: 'placeholders',
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
              const text =
                placeholderOf(node) ?? (doc.childCount === 1 && at === 0 ? promptOf(node, options.prompt()) : null)
              if (text) found.push(placeholderAt(node, at, text))
              return !node.isTextblock
            })
            return DecorationSet.create(doc, found)
          },
        },
      }),
    ]
  },
})

function placeholderOf({ type, content, attrs }: Node) {
  if (content.size > 0) return null
  if (attrs['hint']) return String(attrs['hint'])
  return type.name === 'heading' ? headings[Number(attrs['level'])] : placeholders[type.name]
}

function promptOf({ type, content }: Node, prompt: string) {
  return type.name === 'paragraph' && content.size === 0 ? prompt : null
}

function placeholderAt(node: Node, at: number, text: string) {
  return Decoration.node(at, at + node.nodeSize, { 'class': 'is-empty', 'data-placeholder': text })
}

type Options = { text: string; isEditable(): boolean }

/** Placeholder of the empty paragraph that has the caret. A story with a single block shows the prompt instead. */
export function emptyLinePlaceholder({ text, isEditable }: Options) {
  return new Plugin({
    props: {
      decorations({ doc, selection }) {
        const { $from, empty } = selection
        const { parent } = $from
        if (!isEditable() || !empty || doc.childCount === 1 || $from.depth !== 1) return null
        const isBlank = parent.type.name === 'paragraph' && parent.content.size === 0 && !parent.attrs['hint']
        return isBlank ? DecorationSet.create(doc, [placeholderAt(parent, $from.before(), text)]) : null
      },
    },
  })
}
