import { type Editor, Extension } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReactRenderer } from '@tiptap/react'
import { type UploadQueue, createUploadQueue } from '#site/storage/upload-queue.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { nodesOfMedia } from './media-nodes.ts'
import { type Pending, changePending, pendingIn, pendingPlugin } from './pending-plugin.ts'
import { PendingView } from './pending-view.tsx'
import { goBelow, placeFor } from './placing.ts'
import { type StoryPort, noPort } from './port.ts'
import { dismiss, finish } from './settle.ts'

declare module '@tiptap/core' {
  interface Storage {
    pending: PendingStorage
  }
}

export type PendingStorage = { port: StoryPort; queue: UploadQueue; arrivals: Arrivals }

/** Brings into the text what takes a while: files that are uploaded, addresses that are looked up. */
export const PendingBlocks = Extension.create<{ port: StoryPort }, PendingStorage>({
  name: 'pending',
  addOptions: () => ({ port: noPort }),
  addStorage() {
    return { port: this.options.port, queue: createUploadQueue(), arrivals: createArrivals() }
  },
  onCreate() {
    const { editor, storage } = this
    const { queue, arrivals, port } = storage
    queue.connect({
      begin: (file, notices) => port.begin(file, arrivals.kindsOf(file), notices),
      onTaken(media, file) {
        arrivals.take(file, media)
        settle(editor, storage)
      },
      onFailed: () => {},
    })
    // A row goes just before its file is taken: one that was given up is known a moment later.
    queue.subscribe(() => queueMicrotask(() => settle(editor, storage)))
  },
  onDestroy() {
    for (const { id } of this.storage.queue.rows()) this.storage.queue.cancel(id)
  },
  addProseMirrorPlugins() {
    const { editor, storage } = this
    return [
      pendingPlugin({
        draw(_, pending) {
          const renderer = new ReactRenderer(PendingView, { editor, props: { editor, pending }, as: 'div' })
          return { dom: renderer.element, destroy: () => renderer.destroy() }
        },
        onGone({ files }) {
          for (const row of storage.arrivals.rowsOf(files)) storage.queue.cancel(row)
          storage.arrivals.forget(files)
        },
      }),
    ]
  },
})

/** Reserves a place for what is on its way. The files begin to leave at once. */
export function reserve(
  editor: Editor,
  tr: Transaction,
  what: { as: Pending['as']; files?: File[][]; address?: string | null; type: NodeType; at?: number | null },
): boolean {
  const { queue, arrivals } = editor.storage.pending
  const place = what.at == null ? placeFor(tr.selection, what.type) : { at: what.at, empty: null }
  if (!place) return false
  // Files arrive late, and the writer goes on writing below. A form gives the caret back itself.
  const madeLine = what.files !== undefined && what.at == null && !place.empty && goBelow(tr, place.at)
  const groups = (what.files ?? [[]]).map((files) => files.map((file) => arrivals.own(file)))
  const add = groups.map((files, order) => ({
    at: place.at,
    pending: {
      id: crypto.randomUUID(),
      order,
      as: what.as,
      files,
      address: what.address ?? null,
      line: place.empty !== null || madeLine,
      madeLine,
    },
  }))
  changePending(tr, { add })
  // They leave once the place is there: the first answer may come at once.
  queueMicrotask(() => {
    for (const file of groups.flat()) {
      arrivals.expect(file, what.as === 'file' ? 'anything' : 'pictures')
      queue.add([file])
      arrivals.began(file, queue.rows().at(-1)?.id)
    }
  })
  return true
}

/** Looks who has everything it waited for, and who waits for nothing any more. */
function settle(editor: Editor, { queue, arrivals }: PendingStorage) {
  if (editor.isDestroyed) return
  const rows = new Set(queue.rows().map(({ id }) => id))
  for (const { pending } of pendingIn(editor.state)) {
    if (pending.files.length === 0 || !arrivals.settled(pending.files, rows)) continue
    const media = arrivals.mediaOf(pending.files)
    if (media.length === 0) dismiss(editor, pending.id)
    else finish(editor, pending.id, nodesOfMedia(editor.schema, pending.as, media))
  }
}
