import type { Viewer } from '#contract/viewer.ts'
import { readViewer, storeViewer } from './device-viewer.ts'

const WRITER_KEY = 'bramble:writer'

/** The person whose stories are stored on this device for offline use. */
export function storedWriter(): Viewer | null {
  return readViewer(WRITER_KEY)
}

export function storeWriter(viewer: Viewer | null) {
  storeViewer(viewer, WRITER_KEY)
}
