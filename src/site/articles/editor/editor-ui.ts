import { type Store, createStore, useStore } from '#site/ui/store.ts'

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
export type EditorUi = Omit<Store<UiState>, 'set'> & {
  set(change: Partial<UiState>): void
  announce(text: string): void
  focusToolbar(): void
  onFocusToolbar(listener: () => void): () => void
}

export function createEditorUi(): EditorUi {
  const {
    get,
    set: replace,
    subscribe,
  } = createStore<UiState>({
    panel: null,
    notice: null,
    announcement: '',
    importingPictures: 0,
  })
  const set = (change: Partial<UiState>) => replace({ ...get(), ...change })
  const toolbarListeners = new Set<() => void>()
  return {
    get,
    set,
    subscribe,
    // A screen reader ignores the same text twice in a row.
    announce: (text) => set({ announcement: get().announcement === text ? `${text}\u00a0` : text }),
    focusToolbar() {
      for (const listener of toolbarListeners) listener()
    },
    onFocusToolbar(listener) {
      toolbarListeners.add(listener)
      return () => toolbarListeners.delete(listener)
    },
  }
}

/** Re-renders only when the selected value changes. */
export function useEditorUi<V>(ui: Pick<EditorUi, 'get' | 'subscribe'>, select: (state: UiState) => V): V {
  return useStore(ui, select)
}
