import { type EditorState, type Transaction, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

/** A block not yet in the document: files to upload, an address to look up, or a form to fill in. */
export type Pending = {
  id: string
  /** Order among pending blocks at the same position. */
  order: number
  as: 'image' | 'tile' | 'gallery' | 'file' | 'embed' | 'button'
  files: File[]
  address: string | null
  /** Whether it may replace the empty paragraph at its position. */
  line: boolean
  /** That paragraph was created with it and is removed when it is cancelled. */
  madeLine: boolean
}

type Change = { remove: string[]; add: { pending: Pending; at: number }[] }
type Options = {
  draw(view: EditorView, pending: Pending): { dom: HTMLElement; destroy(): void }
  /** Called when it was resolved, cancelled, or deleted with the text around it. */
  onGone(pending: Pending): void
}

const key = new PluginKey<DecorationSet>('pending')

/**
 * Keeps pending blocks as decorations, outside the document: a save never contains one, undo ignores them, and deleting the
 * text around one removes it.
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
        const now = new Set(listPending(state).map(({ pending }) => pending.id))
        for (const { pending } of listPending(before)) if (!now.has(pending.id)) onGone(pending)
      },
    }),
  })
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key)
}

/** Positions are those after the transaction. */
export function updatePending(tr: Transaction, change: Partial<Change>) {
  return tr.setMeta(key, { remove: [], add: [], ...change } satisfies Change)
}

/** All pending blocks in document order. */
export function listPending(state: EditorState): { pending: Pending; at: number }[] {
  const found = key.getState(state)?.find() ?? []
  return found.flatMap(({ from, spec }) => (isPending(spec.pending) ? [{ pending: spec.pending, at: from }] : []))
}

function isPending(value: unknown): value is Pending {
  return typeof value === 'object' && value !== null && 'as' in value
}
