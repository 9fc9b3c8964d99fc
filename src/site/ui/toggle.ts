import { createStore } from './store.ts'

type Options<State> = {
  isOn(state: State): boolean
  /** The state to show while the request is running. */
  turn(state: State, on: boolean): State
}

export type Toggle<State> = ReturnType<typeof createToggle<State>>

/** Sends one request at a time until the server has the wanted value, so that quick clicks cannot arrive out of order. */
export async function settle(wanted: () => boolean, confirmed: () => boolean, send: (on: boolean) => Promise<void>) {
  while (wanted() !== confirmed()) await send(wanted())
}

/** An optimistic switch. It changes at once, sends one request at a time, and the last click wins. */
export function createToggle<State>(initial: State, { isOn, turn }: Options<State>) {
  const { get, set, subscribe } = createStore(initial)
  let confirmed = initial
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
    /** Returns the state that the server confirmed; reverts and throws when the request fails. */
    async toggle(send: (on: boolean) => Promise<State>): Promise<State> {
      set(turn(get(), !isOn(get())))
      if (sending) return confirmed
      sending = true
      try {
        await settle(
          () => isOn(get()),
          () => isOn(confirmed),
          async (on) => void (confirmed = await send(on)),
        )
        return confirmed
      } finally {
        sending = false
        set(confirmed)
      }
    },
  }
}
