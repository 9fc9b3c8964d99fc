export type Liked = { liked: boolean; likes: number }

/** An optimistic like. Requests are sent one at a time, so that quick clicks cannot overtake each other; the last click wins. */
export function createLikeState(given: Liked) {
  let shown = given
  let settled = given
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
      settled = latest
      show(latest)
    },
    /** Reverts and rethrows when the request fails. */
    async toggle(request: (liked: boolean) => Promise<Liked>): Promise<void> {
      const liked = !shown.liked
      show({ liked, likes: Math.max(0, shown.likes + (liked ? 1 : -1)) })
      if (pending) return
      pending = true
      try {
        while (shown.liked !== settled.liked) {
          const wanted = shown.liked
          const { likes } = await request(wanted)
          settled = { liked: wanted, likes }
        }
        show(settled)
      } catch (error) {
        show(settled)
        throw error
      } finally {
        pending = false
      }
    },
  }
}

export type LikeState = ReturnType<typeof createLikeState>
