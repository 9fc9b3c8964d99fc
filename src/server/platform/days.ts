/** The date in UTC. */
export function dayOf(at: Date) {
  return at.toISOString().slice(0, 10)
}
