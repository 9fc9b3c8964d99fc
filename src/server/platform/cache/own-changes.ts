/** Longer than a stale page is served. */
const MAX_AGE_MS = 5000
const OWN = 'own:'

/** Remembers who has changed something just now, so that they see it at once although others may get a stale page. */
export function createOwnChanges(now: () => number = Date.now) {
  const changes = new Map<string, number>()

  function invalidate(signals: readonly string[]) {
    for (const signal of signals) {
      if (!signal.startsWith(OWN)) continue
      const personId = signal.slice(OWN.length)
      changes.delete(personId)
      changes.set(personId, now())
    }
    // The oldest come first.
    for (const [personId, at] of changes) {
      if (now() - at <= MAX_AGE_MS) break
      changes.delete(personId)
    }
  }

  function changedAt(personId: string): number | undefined {
    const at = changes.get(personId)
    return at !== undefined && now() - at <= MAX_AGE_MS ? at : undefined
  }

  return { invalidate, setListening: () => changes.clear(), changedAt }
}
