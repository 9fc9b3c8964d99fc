/** Part of an object: both ends included. */
export type Range = { start: number; end: number }

/**
 * What a Range header asks for of `size` bytes: a part, 'all' when there is none or it cannot be read, 'none' when it lies
 * beyond the end. From zero on is never beyond: clients ask so for the beginning of what may be empty.
 */
export function readRange(header: string | undefined, size: number): Range | 'all' | 'none' {
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
