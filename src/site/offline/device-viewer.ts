import type { Viewer } from '#contract/viewer.ts'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { type Shell, useShell } from '#site/page.ts'
import { createStore, useStore } from '#site/ui/store.ts'

const KEY = 'bramble:viewer'

/** A person stored in this browser under a key. */
export function readViewer(key: string): Viewer | null {
  try {
    const viewer: Viewer | null = JSON.parse(readStored('localStorage', key) ?? 'null')
    return viewer && typeof viewer.id === 'string' && typeof viewer.uid === 'string' ? viewer : null
  } catch {
    return null
  }
}

export function storeViewer(viewer: Viewer | null, key = KEY) {
  writeStored('localStorage', key, viewer && JSON.stringify(viewer))
}

const shown = createStore<Viewer | null>(null)

/**
 * The viewer of a page. Pages stored for offline reading are those of a visitor: for them, the person who was signed in
 * when a page last came from the server.
 */
export function viewerOf({ viewer, stored }: Shell): Viewer | null {
  return stored ? (viewer ?? readViewer(KEY)) : viewer
}

/** Shows the viewer of a page in header and navigation, and remembers the person for stored pages. */
export function adoptViewer(shell: Shell): Viewer | null {
  const viewer = viewerOf(shell)
  // The page of an admin who views the site as another person is nothing to remember.
  if (!shell.stored && !viewer?.impersonation) storeViewer(viewer)
  if (shown.get()?.id !== viewer?.id) shown.set(viewer)
  return viewer
}

/**
 * The viewer for header and navigation. Not for the page itself: a stored page hydrates in parts, and each must match the
 * visitor's HTML.
 */
export function useChromeViewer(): Viewer | null {
  const { viewer } = useShell()
  const adopted = useStore(
    shown,
    (person) => person,
    () => null,
  )
  return viewer ?? adopted
}
