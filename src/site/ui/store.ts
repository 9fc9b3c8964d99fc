import { useSyncExternalStore } from 'react'

export type Store<Value> = {
  get(): Value
  set(value: Value): void
  /** Calls the listener on every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** A value that several components share. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Renders again when the selected part changes. `server` is the value during hydration, if it differs. */
export function useStore<Value, Part = Value>(
  { get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>,
  select: (value: Value) => Part,
  server: () => Part = () => select(get()),
): Part {
  return useSyncExternalStore(subscribe, () => select(get()), server)
}
