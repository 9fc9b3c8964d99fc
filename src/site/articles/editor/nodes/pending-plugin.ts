import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

/** What is on its way into the text: files to upload, an address to look up or to ask for, a button to make. */
export type Pending = {
  id: string
  /** Of several at one place, the one that comes first in the text. */
  order: number
  as: 'image' | 'tile' | 'gallery' | 'file' | 'embed' | 'button'
  /** The files it waits for. */
  files: File[]
  address: string | null
  /** The empty line it may take the place of. */
  line: boolean
  /** That line was made with it, and goes with it when nothing comes of it. */
  madeLine: boolean
}

type Change = { remove: string[]; add: { pending: Pending; at: number }[] }
type Options = {
  draw(view: EditorView, pending: Pending): { dom: HTMLElement; destroy(): void }
  /** It is gone, with the text around it or because it has been dealt with. */
  onGone(pending: Pending): void
}

const key = new PluginKey<DecorationSet>('pending')

/**
 * Keeps the places of what is on its way, beside the document and never in it: what is saved is whole at any moment, undo
 * knows nothing of it, and a place whose text is deleted goes with it.
 */
export function pendingPlugin({ draw, onGone }: Options) {
  const widget = (at: number, pending: Pending) => {
    let drawn: ReturnType<Options['draw']> | null = null
    const toDom = (view: EditorView) => {
      drawn ??= draw(view, pending)
      return drawn.dom
    }
    return Decoration.widget(at, toDom, {
      key: pending.id,
      side: -1,
      pending,
      stopEvent: () => true,
      ignoreSelection: true,
      destroy: () => drawn?.destroy(),
    })
  }
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const set = before.map(tr.mapping, tr.doc)
        const change = changeOf(tr)
        if (!change) return set
        const gone = set.find(undefined, undefined, (spec) => change.remove.includes(spec['key']))
        return set.remove(gone).add(
          tr.doc,
          change.add.map(({ pending, at }) => widget(at, pending)),
        )
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: () => ({
      update({ state }, before) {
        if (key.getState(state) === key.getState(before)) return
        const now = new Set(pendingIn(state).map(({ pending }) => pending.id))
        for (const { pending } of pendingIn(before)) if (!now.has(pending.id)) onGone(pending)
      },
    }),
  })
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key)
}

/** Positions are those after the transaction. */
export function changePending(tr: Transaction, change: Partial<Change>) {
  return tr.setMeta(key, { remove: [], add: [], ...change } satisfies Change)
}

/** Everything on its way, in the order of the text. */
export function pendingIn(state: EditorState): { pending: Pending; at: number }[] {
  const found = key.getState(state)?.find() ?? []
  return found.flatMap(({ from, spec }) => (isPending(spec.pending) ? [{ pending: spec.pending, at: from }] : []))
}

function isPending(value: unknown): value is Pending {
  return typeof value === 'object' && value !== null && 'as' in value
}
