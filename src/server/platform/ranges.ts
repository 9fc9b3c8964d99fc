/** A byte range, both ends included. */
export type Range = { start: number; end: number }

/**
 * Parses a Range header for `size` bytes: a range, 'all' without a valid header, or 'none' when the range is not satisfiable.
 * A range from zero is always satisfiable: clients use it for objects that may be empty.
 */
export function parseRange(header: string | undefined, size: number): Range | 'all' | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'all'
  if (from === '') return Number(to) === 0 ? 'none' : part(Math.max(0, size - Number(to)), size - 1)
  if (to !== '' && Number(to) < Number(from)) return 'all'
  if (Number(from) > 0 && Number(from) >= size) return 'none'
  return part(Number(from), Math.min(to === '' ? Infinity : Number(to), size - 1))
}

function part(start: number, end: number): Range | 'all' {
  return end < start ? 'all' : { start, end }
}
