import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { HighlightedRange } from './highlight-code.ts'

type Highlight = typeof import('./highlight-code.ts').highlightCode

const key = new PluginKey<DecorationSet>('code-highlighting')

/** Syntax highlighting. The grammars are larger than the rest of the editor, so they load with the first code block. */
export function codeHighlighting(blockName: string) {
  let highlight: Highlight | null = null
  // An unchanged block is the same object, so it is highlighted once.
  const known = new WeakMap<Node, HighlightedRange[]>()

  function decorations(doc: Node): DecorationSet {
    const all: Decoration[] = []
    doc.descendants((node, position) => {
      if (node.type.name !== blockName) return !node.isTextblock
      for (const { from, to, className } of rangesIn(node)) {
        all.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: className }))
      }
      return false
    })
    return DecorationSet.create(doc, all)
  }

  function rangesIn(node: Node): HighlightedRange[] {
    const language: unknown = node.attrs['language']
    if (!highlight) return []
    const found = known.get(node) ?? (typeof language === 'string' ? highlight(node.textContent, language) : [])
    known.set(node, found)
    return found
  }

  const hasNewCode = (doc: Node) => highlight !== null && someBlock(doc, blockName, (node) => !known.has(node))

  let requested = false
  function loadGrammars(view: EditorView) {
    if (requested || !someBlock(view.state.doc, blockName, () => true)) return
    requested = true
    import('./highlight-code.ts').then(
      (module) => {
        highlight = module.highlightCode
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false))
      },
      () => {
        // Highlighting is optional. The next update tries again.
        requested = false
      },
    )
  }

  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => decorations(doc),
      apply: (tr, before) => {
        if (tr.getMeta(key) || (tr.docChanged && hasNewCode(tr.doc))) return decorations(tr.doc)
        return tr.docChanged ? before.map(tr.mapping, tr.doc) : before
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      loadGrammars(view)
      return { update: loadGrammars }
    },
  })
}

function someBlock(doc: Node, name: string, wanted: (node: Node) => boolean) {
  let found = false
  doc.descendants((node) => {
    found ||= node.type.name === name && wanted(node)
    return !found && !node.isTextblock
  })
  return found
}
