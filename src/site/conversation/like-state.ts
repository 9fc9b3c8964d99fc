export type Liked = { liked: boolean; likes: number }

/** An optimistic like. Requests are sent one at a time, so that quick clicks cannot overtake each other; the last click wins. */
export function createLikeState(initial: Liked) {
  let shown = initial
  let confirmed = initial
  let pending = false
  const listeners = new Set<() => void>()

  function show(next: Liked) {
    shown = next
    for (const listener of listeners) listener()
  }

  return {
    get: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Takes a value from the server. Ignored while a request is pending. */
    sync(latest: Liked) {
      if (pending || (latest.liked === shown.liked && latest.likes === shown.likes)) return
      confirmed = latest
      show(latest)
    },
    /** Reverts and rethrows when the request fails. */
    async toggle(request: (liked: boolean) => Promise<Liked>): Promise<void> {
      const liked = !shown.liked
      show({ liked, likes: Math.max(0, shown.likes + (liked ? 1 : -1)) })
      if (pending) return
      pending = true
      try {
        while (shown.liked !== confirmed.liked) {
          const wanted = shown.liked
          const { likes } = await request(wanted)
          confirmed = { liked: wanted, likes }
        }
        show(confirmed)
      } catch (error) {
        show(confirmed)
        throw error
      } finally {
        pending = false
      }
    },
  }
}

export type LikeState = ReturnType<typeof createLikeState>
