import { type Store, createStore } from './store.ts'

/** Something to know or to choose, in passing. */
export type Notice = { words: string; action?: { label: string; run(): void } }

type SurfaceState = {
  /** Which of the things beside the text is open; one at a time. */
  panel: 'link' | 'find' | 'replace' | 'shortcuts' | 'block' | null
  notice: Notice | null
  /** What is said to those who hear the page. */
  said: string
  /** How many pictures of pasted text are still on their way. */
  bringing: number
}

/** What the keyboard, the menus and the bars of one editor share. */
export type Surface = Store<SurfaceState> & {
  say(words: string): void
  /** Counted up when the toolbar is asked to take the keyboard. */
  askToolbar(): void
  onAskToolbar(listener: () => void): () => void
}

export function createSurface(): Surface {
  const store = createStore<SurfaceState>({ panel: null, notice: null, said: '', bringing: 0 })
  const asked = new Set<() => void>()
  return {
    ...store,
    // The same words twice in a row would not be read again.
    say: (words) => store.set({ said: store.get().said === words ? `${words}\u00a0` : words }),
    askToolbar() {
      for (const listener of asked) listener()
    },
    onAskToolbar(listener) {
      asked.add(listener)
      return () => asked.delete(listener)
    },
  }
}
