import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Media } from '#contract/media.ts'
import { type Api, useApi, useBoot, useShell } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { appCheckToken } from '#site/browser/app-check.ts'
import { type FileKinds, requireKind } from './file-kinds.ts'
import { createUploadQueue } from './upload-queue.ts'
import { SendContext } from './xhr.ts'
import { type Storage, createStorage } from './storage.ts'
import { type AddToLibrary, uploadToLibrary, waitUntilReady } from './upload-to-library.ts'

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
  const { base, bucket, services } = useBoot()
  const { token } = useSession()
  const { viewer } = useShell()
  const send = useContext(SendContext)
  const [queue] = useState(createUploadQueue)
  const [said, say] = useState('')
  const shown = useRef<AbortController>(null)
  const opened = useRef<{ uid: string; storage: Storage }>(null)
  useEffect(() => {
    const here = new AbortController()
    shown.current = here
    return () => here.abort()
  }, [])

  useEffect(() => {
    const service = services.storage ?? base
    const appCheck = (refused?: string | null) => appCheckToken(service, refused)
    const uid = viewer?.uid ?? ''
    if (opened.current?.uid !== uid) {
      // Another person has signed in: nothing more is uploaded with their account.
      opened.current?.storage.close()
      opened.current = { uid, storage: createStorage({ base: service, bucket, token, appCheck, send }) }
    }
    const { storage } = opened.current
    const keepNew: AddToLibrary = (body) => api('POST /api/media', { body })
    queue.connect({
      begin(file, notices) {
        requireKind(file, kinds)
        return uploadToLibrary({ storage, uid, file, keep: keep ?? keepNew, ...notices })
      },
      onTaken(media, file) {
        say(`${file.name} uploaded.`)
        onTaken(media)
        if (shown.current && onReady) void follow(api, media, { signal: shown.current.signal, onReady })
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
