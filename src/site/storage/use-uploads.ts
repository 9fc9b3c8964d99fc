import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Media } from '#contract/media.ts'
import { type Api, useApi } from '#site/page.ts'
import { type FileKinds, requireKind } from './file-kinds.ts'
import { createUploadQueue } from './upload-queue.ts'
import { type AddToLibrary, uploadToLibrary, waitUntilReady } from './upload-to-library.ts'
import { useStorage } from './use-storage.ts'

export type UploadOptions = {
  kinds: FileKinds
  /** In the library; an image may still be processing. */
  onTaken(media: Media): void
  /** Processing has finished or failed. */
  onReady?(media: Media): void
  /** Overrides adding the upload to the library. */
  keep?: AddToLibrary
}

/** The uploads of a component, with announcements for screen readers. */
export function useUploads({ kinds, onTaken, onReady, keep }: UploadOptions) {
  const api = useApi()
  const openStorage = useStorage()
  const [queue] = useState(createUploadQueue)
  const [said, say] = useState('')
  const shown = useRef<AbortController>(null)
  useEffect(() => {
    const here = new AbortController()
    shown.current = here
    return () => here.abort()
  }, [])

  // Processing takes a while: the component may have rendered again since the upload.
  const lastOnReady = useRef(onReady)

  useEffect(() => {
    lastOnReady.current = onReady
    const { uid, storage } = openStorage()
    const keepNew: AddToLibrary = (body) => api('POST /api/media', { body })
    queue.connect({
      begin(file, notices) {
        requireKind(file, kinds)
        return uploadToLibrary({ storage, uid, file, keep: keep ?? keepNew, ...notices })
      },
      onTaken(media, file) {
        say(`${file.name} uploaded.`)
        onTaken(media)
        const { signal } = shown.current ?? {}
        if (signal && onReady) void follow(api, media, { signal, onReady: (ready) => lastOnReady.current?.(ready) })
      },
      onFailed: (file, problem) => say(`${file.name} could not be uploaded. ${problem}`),
    })
  })

  return { queue, rows: useSyncExternalStore(queue.subscribe, queue.rows, queue.rows), said }
}

async function follow(api: Api, media: Media, { signal, onReady }: { signal: AbortSignal; onReady(m: Media): void }) {
  try {
    const ready = await waitUntilReady(api, media, signal)
    if (ready !== media) onReady(ready)
  } catch {
    // Unmounted or offline: the next page shows the result.
  }
}
