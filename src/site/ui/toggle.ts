import type { Store } from './store.ts'

type Options<State> = {
  isOn(state: State): boolean
  /** The state to show while the request is running. */
  turn(state: State, on: boolean): State
}

export type Toggle<State> = ReturnType<typeof createToggle<State>>

/** An optimistic switch. It changes at once, sends one request at a time, and the last click wins. */
export function createToggle<State>({ get, set, subscribe }: Store<State>, { isOn, turn }: Options<State>) {
  let confirmed = get()
  let sending = false

  return {
    get,
    subscribe,
    /** Adopts a state from elsewhere. While a request is running, its response wins. */
    adopt(state: State) {
      if (sending) return
      confirmed = state
      set(state)
    },
    /**
     * Returns the state that the server confirmed, or null when an earlier call is still sending and will return it.
     * Reverts and throws when the request fails.
     */
    async toggle(send: (on: boolean) => Promise<State>): Promise<State | null> {
      set(turn(get(), !isOn(get())))
      if (sending) return null
      sending = true
      try {
        while (isOn(get()) !== isOn(confirmed)) confirmed = await send(isOn(get()))
        return confirmed
      } finally {
        sending = false
        set(confirmed)
      }
    },
  }
}
