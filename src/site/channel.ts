/** A channel to the other tabs of this browser; null where the browser has none, or forbids it along with storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
