import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get(): T
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

/** A few values that the editor's parts share, beside the text. */
export function createStore<T extends object>(initial: T): Store<T> {
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

/** One thing of a store: the component is drawn again only when that changes. */
export function useStored<T extends object, V>(store: Store<T>, select: (value: T) => V): V {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.get()),
  )
}
