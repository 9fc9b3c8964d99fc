import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Media } from '#contract/media.ts'
import { type Api, useApi, useBoot, useShell } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { type Kinds, checkKind } from './kinds.ts'
import { createQueue } from './queue.ts'
import { SendContext } from './send.ts'
import { createStorage } from './storage.ts'
import { type Keep, takeIn, untilReady } from './take-in.ts'

export type UploadOptions = {
  kinds: Kinds
  /** It is in the library and can be used, though a picture may still be processing. */
  onTaken(media: Media): void
  /** Its sizes are made, or could not be. */
  onReady?(media: Media): void
  /** What becomes of the upload, if not something new in the library. */
  keep?: Keep
}

/** Files on their way from this place of the page, and what is said about them to those who only hear. */
export function useUploads({ kinds, onTaken, onReady, keep }: UploadOptions) {
  const api = useApi()
  const { base, bucket } = useBoot()
  const { token } = useSession()
  const { viewer } = useShell()
  const send = useContext(SendContext)
  const [queue] = useState(createQueue)
  const [said, say] = useState('')
  const shown = useRef<AbortController>(null)
  useEffect(() => {
    const here = new AbortController()
    shown.current = here
    return () => here.abort()
  }, [])

  useEffect(() => {
    const storage = createStorage({ base, bucket, token, send })
    const keepNew: Keep = (body) => api('POST /api/media', { body })
    queue.connect({
      begin(file, notices) {
        checkKind(file, kinds)
        return takeIn({ storage, uid: viewer?.uid ?? '', file, keep: keep ?? keepNew, ...notices })
      },
      onTaken(media, file) {
        say(`${file.name} is uploaded.`)
        onTaken(media)
        if (shown.current && onReady) void follow(api, media, { signal: shown.current.signal, onReady })
      },
      onFailed: (file, problem) => say(`${file.name} was not uploaded. ${problem}`),
    })
  })

  return { queue, rows: useSyncExternalStore(queue.subscribe, queue.rows, queue.rows), said }
}

async function follow(api: Api, media: Media, { signal, onReady }: { signal: AbortSignal; onReady(m: Media): void }) {
  try {
    const ready = await untilReady(api, media, signal)
    if (ready !== media) onReady(ready)
  } catch {
    // Nobody looks any more, or the line is down: the next page shows what became of it.
  }
}
