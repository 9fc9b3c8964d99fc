import { useSyncExternalStore } from 'react'

export type Notice = { text: string; action?: { label: string; run(): void } }

type UiState = {
  /** The open panel; one at a time. */
  panel: 'link' | 'find' | 'replace' | 'shortcuts' | 'block' | null
  notice: Notice | null
  /** Text of the live region for screen readers. */
  announcement: string
  /** Number of pasted pictures being imported. */
  importingPictures: number
}

/** UI state shared by the shortcuts, menus and toolbars of one editor. */
export type EditorUi = Store<UiState> & {
  announce(text: string): void
  focusToolbar(): void
  onFocusToolbar(listener: () => void): () => void
}

export function createEditorUi(): EditorUi {
  const store = createStore<UiState>({ panel: null, notice: null, announcement: '', importingPictures: 0 })
  const toolbarListeners = new Set<() => void>()
  return {
    ...store,
    // A screen reader ignores the same text twice in a row.
    announce: (text) => store.set({ announcement: store.get().announcement === text ? `${text}\u00a0` : text }),
    focusToolbar() {
      for (const listener of toolbarListeners) listener()
    },
    onFocusToolbar(listener) {
      toolbarListeners.add(listener)
      return () => toolbarListeners.delete(listener)
    },
  }
}

type Store<T> = {
  get(): T
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Re-renders only when the selected value changes. */
export function useEditorUi<T extends object, V>(store: Store<T>, select: (value: T) => V): V {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.get()),
  )
}
