/** The position of the `@`, and the text typed after it. */
export type Mention = { from: number; words: string }

/** Requires whitespace or punctuation before the `@`, to exclude email addresses. */
const mentionPattern = /(?:^|[\s([{"'“‘,;:])@([\p{L}\p{N}-]{0,39})$/u

export function findMentionAt(text: string, caret: number): Mention | null {
  const words = mentionPattern.exec(text.slice(0, caret))?.[1]
  return words === undefined ? null : { from: caret - words.length - 1, words }
}

export function insertMention(text: string, { from, words }: Mention, handle: string) {
  const rest = text.slice(from + 1 + words.length)
  const inserted = `@${handle} `
  return { text: text.slice(0, from) + inserted + rest.replace(/^ /, ''), caret: from + inserted.length }
}
