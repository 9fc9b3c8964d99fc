import { type Editor, Extension } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReactRenderer } from '@tiptap/react'
import { type UploadQueue, createUploadQueue } from '#site/storage/upload-queue.ts'
import { type UploadTracker, createUploadTracker } from './upload-tracker.ts'
import { createMediaNodes } from './media-nodes.ts'
import { type Pending, listPending, pendingPlugin, updatePending } from './pending-plugin.ts'
import { PendingView } from './pending-view.tsx'
import { findInsertionPoint, moveCaretBelow } from './insertion.ts'
import { type EditorServices, noServices } from './editor-services.ts'
import { cancelPending, resolvePending } from './resolve-pending.ts'

declare module '@tiptap/core' {
  interface Storage {
    pending: PendingStorage
  }
}

type PendingStorage = { services: EditorServices; queue: UploadQueue; uploads: UploadTracker }

/** Blocks that take time to insert: uploaded files and looked-up addresses. */
export const PendingBlocks = Extension.create<{ services: EditorServices }, PendingStorage>({
  name: 'pending',
  addOptions: () => ({ services: noServices }),
  addStorage() {
    return { services: this.options.services, queue: createUploadQueue(), uploads: createUploadTracker() }
  },
  onCreate() {
    const { editor, storage } = this
    const { queue, uploads, services } = storage
    queue.connect({
      begin: (file, notices) => services.upload(file, uploads.kindsOf(file), notices),
      onTaken(media, file) {
        uploads.take(file, media)
        resolveFinished(editor, storage)
      },
      onFailed: () => {},
    })
    // A row disappears just before `onTaken` runs, so wait before treating it as cancelled.
    queue.subscribe(() => queueMicrotask(() => resolveFinished(editor, storage)))
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
          for (const row of storage.uploads.rowsOf(files)) storage.queue.cancel(row)
          storage.uploads.remove(files)
        },
      }),
    ]
  },
})

/** Inserts a pending block and starts its uploads. */
export function insertPending(
  editor: Editor,
  tr: Transaction,
  what: { as: Pending['as']; files?: File[][]; address?: string | null; type: NodeType; at?: number | null },
): boolean {
  const { queue, uploads } = editor.storage.pending
  const place = what.at == null ? findInsertionPoint(tr.selection, what.type) : { at: what.at, empty: null }
  if (!place) return false
  // The writer continues below while files upload. A form moves the caret itself.
  const madeLine = what.files !== undefined && what.at == null && !place.empty && moveCaretBelow(tr, place.at)
  const groups = (what.files ?? [[]]).map((files) => files.map((file) => uploads.own(file)))
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
  updatePending(tr, { add })
  // Uploads start after the block is inserted: the first response may be immediate.
  queueMicrotask(() => {
    for (const file of groups.flat()) {
      uploads.expect(file, what.as === 'file' ? 'anything' : 'pictures')
      queue.add([file])
      uploads.began(file, queue.rows().at(-1)?.id)
    }
  })
  return true
}

/** Resolves pending blocks whose files have all been uploaded or cancelled. */
function resolveFinished(editor: Editor, { queue, uploads }: PendingStorage) {
  if (editor.isDestroyed) return
  const rows = new Set(queue.rows().map(({ id }) => id))
  for (const { pending } of listPending(editor.state)) {
    if (pending.files.length === 0 || !uploads.settled(pending.files, rows)) continue
    const media = uploads.mediaOf(pending.files)
    if (media.length === 0) cancelPending(editor, pending.id)
    else resolvePending(editor, pending.id, createMediaNodes(editor.schema, pending.as, media))
  }
}
