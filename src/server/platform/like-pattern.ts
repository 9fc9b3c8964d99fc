/** A LIKE pattern for text that contains these words. */
export function containsPattern(words: string) {
  return `%${escapeLike(words)}%`
}

/** A LIKE pattern for text that starts with these words. */
export function prefixPattern(words: string) {
  return `${escapeLike(words)}%`
}

function escapeLike(words: string) {
  return words.replace(/[\\%_]/g, '\\$&')
}
