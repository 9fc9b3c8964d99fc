/** Whether two values say the same. A database may give keys back in another order, and an editor may write out what is not there. */
export function same(a: unknown, b: unknown) {
  return a === b || canonical(a) === canonical(b)
}

/** A short mark of a value: two that differ have different marks, but for one chance in a million million. */
export function fingerprint(value: unknown) {
  const text = canonical(value)
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (low >>> 0).toString(36) + (high >>> 0).toString(36)
}

function canonical(value: unknown) {
  return JSON.stringify(value, (_key, part: unknown) => (isPlain(part) ? sorted(part) : part)) ?? 'undefined'
}

/** What the server sets by itself, from its library. */
const ofLibrary = new Set(['src', 'width', 'height', 'size', 'href'])

function sorted(object: Record<string, unknown>) {
  const held = typeof object['media'] === 'string'
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => value !== null && value !== undefined && !(held && ofLibrary.has(name)))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
