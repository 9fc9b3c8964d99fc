/** A pattern for text that holds these words somewhere; signs that would mean something in it mean themselves. */
export function holding(words: string) {
  return `%${plain(words)}%`
}

/** A pattern for text that begins with these words. */
export function beginningWith(words: string) {
  return `${plain(words)}%`
}

function plain(words: string) {
  return words.replace(/[\\%_]/g, '\\$&')
}
