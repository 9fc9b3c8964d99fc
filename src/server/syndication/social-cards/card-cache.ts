/** An LRU cache of rendered cards, limited by bytes. */
export function createCardCache(maxBytes: number) {
  const cards = new Map<string, Buffer>()
  const rendering = new Map<string, Promise<Buffer>>()
  let bytes = 0

  function store(key: string, png: Buffer) {
    cards.set(key, png)
    bytes += png.length
    for (const [oldest, card] of cards) {
      if (bytes <= maxBytes) return
      cards.delete(oldest)
      bytes -= card.length
    }
  }

  /** Concurrent requests for one card share one rendering. */
  return async function getOrRender(key: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const card = cards.get(key)
    if (card) {
      cards.delete(key)
      cards.set(key, card)
      return card
    }
    const running = rendering.get(key)
    if (running) return running
    const result = render()
    rendering.set(key, result)
    try {
      const png = await result
      store(key, png)
      return png
    } finally {
      rendering.delete(key)
    }
  }
}
