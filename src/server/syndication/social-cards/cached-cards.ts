/** Drawn cards in memory up to so many bytes; the one that nobody has asked for the longest goes first. */
export function createKeptCards(mostBytes: number) {
  const kept = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer>>()
  let bytes = 0

  function keep(key: string, png: Buffer) {
    kept.set(key, png)
    bytes += png.length
    for (const [oldest, card] of kept) {
      if (bytes <= mostBytes) return
      kept.delete(oldest)
      bytes -= card.length
    }
  }

  /** However many ask for one card at once, it is drawn once. */
  return async function cardFor(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = kept.get(key)
    if (card) {
      kept.delete(key)
      kept.set(key, card)
      return card
    }
    const begun = drawing.get(key)
    if (begun) return begun
    const work = draw()
    drawing.set(key, work)
    try {
      const png = await work
      keep(key, png)
      return png
    } finally {
      drawing.delete(key)
    }
  }
}
