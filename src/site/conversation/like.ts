export type Liked = { liked: boolean; likes: number }

/** A like that shows at once. One question at a time, so that two quick presses cannot overtake each other; the last wish wins. */
export function createLike(given: Liked) {
  let shown = given
  let settled = given
  let asking = false
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
    /** What was heard of it elsewhere. While a question is open, its answer counts. */
    heard(news: Liked) {
      if (asking || (news.liked === shown.liked && news.likes === shown.likes)) return
      settled = news
      show(news)
    },
    /** Turns it over. Throws what was refused, when all is as it was again. */
    async toggle(ask: (liked: boolean) => Promise<Liked>): Promise<void> {
      const liked = !shown.liked
      show({ liked, likes: Math.max(0, shown.likes + (liked ? 1 : -1)) })
      if (asking) return
      asking = true
      try {
        while (shown.liked !== settled.liked) {
          const wanted = shown.liked
          const { likes } = await ask(wanted)
          settled = { liked: wanted, likes }
        }
        show(settled)
      } catch (error) {
        show(settled)
        throw error
      } finally {
        asking = false
      }
    },
  }
}

export type Like = ReturnType<typeof createLike>
