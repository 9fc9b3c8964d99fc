/** Longer than a stale page is served. */
const MAX_AGE_MS = 5000
const OWN = 'own:'

/** Remembers who has just changed something, so that they see it at once although others may get a stale page. */
export function createOwnChanges(now: () => number = Date.now) {
  const changedAt = new Map<string, number>()

  function invalidate(signals: readonly string[]) {
    for (const signal of signals) {
      if (!signal.startsWith(OWN)) continue
      const personId = signal.slice(OWN.length)
      changedAt.delete(personId)
      changedAt.set(personId, now())
    }
    // The oldest come first.
    for (const [personId, at] of changedAt) {
      if (now() - at <= MAX_AGE_MS) break
      changedAt.delete(personId)
    }
  }

  function hasJustChanged(personId: string) {
    const at = changedAt.get(personId)
    return at !== undefined && now() - at <= MAX_AGE_MS
  }

  return { invalidate, setListening: () => changedAt.clear(), hasJustChanged }
}
