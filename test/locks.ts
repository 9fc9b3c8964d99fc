type Options = { steal?: boolean; signal?: AbortSignal }
type Waiting = { hold: () => unknown; resolve(value: unknown): void; reject(reason: unknown): void }

/** `navigator.locks` for one exclusive lock per name. */
export function fakeLocks() {
  const holders = new Map<string, Waiting>()
  const queues = new Map<string, Waiting[]>()

  function grant(name: string, next: Waiting) {
    holders.set(name, next)
    // Browsers call back later: a lock can be stolen before its holder knows that it has it.
    void Promise.resolve().then(async () => {
      const value = await next.hold()
      if (holders.get(name) !== next) return
      next.resolve(value)
      holders.delete(name)
      const following = queues.get(name)?.shift()
      if (following) grant(name, following)
    })
  }

  return {
    request: (name: string, { steal, signal }: Options, hold: () => unknown) =>
      new Promise((resolve, reject) => {
        const wanted = { hold, resolve, reject }
        const queue = queues.get(name) ?? []
        queues.set(name, queue)
        signal?.addEventListener('abort', () => {
          const index = queue.indexOf(wanted)
          if (index === -1) return
          queue.splice(index, 1)
          reject(signal.reason)
        })
        const holder = holders.get(name)
        if (!holder) return grant(name, wanted)
        if (!steal) return void queue.push(wanted)
        grant(name, wanted)
        holder.reject(new DOMException('The lock was stolen.', 'AbortError'))
      }),
  }
}
