/** Where somebody is writing a mention: the place of its `@`, and what stands behind it so far. */
export type Mention = { from: number; words: string }

/** An address of mail is no mention, so a blank or a bracket must stand before it. */
const begun = /(?:^|[\s([{"'“‘,;:])@([\p{L}\p{N}-]{0,39})$/u

export function mentionAt(text: string, caret: number): Mention | null {
  const words = begun.exec(text.slice(0, caret))?.[1]
  return words === undefined ? null : { from: caret - words.length - 1, words }
}

export function withMention(text: string, { from, words }: Mention, handle: string) {
  const rest = text.slice(from + 1 + words.length)
  const inserted = `@${handle} `
  return { text: text.slice(0, from) + inserted + rest.replace(/^ /, ''), caret: from + inserted.length }
}
