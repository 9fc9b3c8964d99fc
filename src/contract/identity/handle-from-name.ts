const MIN_LENGTH = 3
/** Leaves room for a number below the maximum of 40. */
const MAX_LENGTH = 36

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const latin: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }

/** A valid handle made from a name, or an empty string if the name has too few Latin letters and digits. Free of zod, for the browser. */
export function handleFromName(name: string): string {
  const handle = name
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => latin[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return handle.length < MIN_LENGTH ? '' : handle
}
