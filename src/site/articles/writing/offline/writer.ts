import type { Viewer } from '#contract/viewer.ts'
import { readStored, writeStored } from '#site/identity/session/stored.ts'

const WRITER_KEY = 'bramble:writer'

/** The person whose stories this device has copies of, to write on without a network; null when there are none. */
export function storedWriter(): Viewer | null {
  try {
    const viewer: Viewer | null = JSON.parse(readStored('localStorage', WRITER_KEY) ?? 'null')
    return viewer && typeof viewer.id === 'string' && typeof viewer.uid === 'string' ? viewer : null
  } catch {
    // Half a record is none.
    return null
  }
}

export function storeWriter(viewer: Viewer | null) {
  writeStored('localStorage', WRITER_KEY, viewer && JSON.stringify(viewer))
}
