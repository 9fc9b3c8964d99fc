/** A BroadcastChannel that delivers at once, to the channels of one test. */
export function channels() {
  let open: Channel[] = []

  class Channel extends EventTarget {
    readonly name: string

    constructor(name: string) {
      super()
      this.name = name
      open.push(this)
    }

    close() {
      open = open.filter((other) => other !== this)
    }

    postMessage(data: unknown) {
      for (const other of open)
        if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }))
    }
  }

  return Channel
}
