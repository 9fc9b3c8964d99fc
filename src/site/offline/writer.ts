import type { Viewer } from '#contract/viewer.ts'
import { readStored, writeStored } from '#site/browser/web-storage.ts'

const WRITER_KEY = 'bramble:writer'

/** The person whose stories are stored on this device for offline use. */
export function storedWriter(): Viewer | null {
  try {
    const viewer: Viewer | null = JSON.parse(readStored('localStorage', WRITER_KEY) ?? 'null')
    return viewer && typeof viewer.id === 'string' && typeof viewer.uid === 'string' ? viewer : null
  } catch {
    return null
  }
}

export function storeWriter(viewer: Viewer | null) {
  writeStored('localStorage', WRITER_KEY, viewer && JSON.stringify(viewer))
}
