import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { Coloured } from './colours.ts'

type Colour = typeof import('./colours.ts').coloursOf

const key = new PluginKey<DecorationSet>('code-colours')

/** Colours code once there is some: the grammars weigh more than the rest of the editor, and most stories need none. */
export function codeColours(blockName: string) {
  let colour: Colour | null = null
  // A block that has not changed is the same object, so its colours are found once.
  const known = new WeakMap<Node, Coloured[]>()

  function decorations(doc: Node): DecorationSet {
    const all: Decoration[] = []
    doc.descendants((node, position) => {
      if (node.type.name !== blockName) return !node.isTextblock
      for (const { from, to, names } of coloursIn(node)) {
        all.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: names }))
      }
      return false
    })
    return DecorationSet.create(doc, all)
  }

  function coloursIn(node: Node): Coloured[] {
    const language: unknown = node.attrs['language']
    if (!colour) return []
    const found = known.get(node) ?? (typeof language === 'string' ? colour(node.textContent, language) : [])
    known.set(node, found)
    return found
  }

  const hasNews = (doc: Node) => colour !== null && someBlock(doc, blockName, (node) => !known.has(node))

  let asked = false
  function fetchColours(view: EditorView) {
    if (asked || !someBlock(view.state.doc, blockName, () => true)) return
    asked = true
    import('./colours.ts').then(
      (module) => {
        colour = module.coloursOf
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false))
      },
      () => {
        // Without colours the code is as good; the next block asks again.
        asked = false
      },
    )
  }

  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => decorations(doc),
      apply: (tr, before) => {
        if (tr.getMeta(key) || (tr.docChanged && hasNews(tr.doc))) return decorations(tr.doc)
        return tr.docChanged ? before.map(tr.mapping, tr.doc) : before
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      fetchColours(view)
      return { update: fetchColours }
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
