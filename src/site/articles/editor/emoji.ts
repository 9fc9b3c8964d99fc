import keywords from 'emojilib'
import type { CompletionOption } from './completion-plugin.ts'

const MAX_FOUND = 8

/** Emoji whose name or a keyword starts with the query. Exact names first, then names, then keywords. */
export function findEmoji(query: string): CompletionOption[] {
  const term = query.toLowerCase()
  const found = Object.entries(keywords).flatMap(([emoji, names]) => {
    const word = names.find((name) => name === term) ?? names.find((name) => name.startsWith(term))
    if (word === undefined) return []
    const rank = (word === term ? 0 : 2) + (word === names[0] ? 0 : 1)
    return [{ rank, order: names.indexOf(word), option: { id: word, name: emojiName(names[0] ?? word), text: emoji } }]
  })
  return found
    .toSorted((one, other) => one.rank - other.rank || one.order - other.order)
    .slice(0, MAX_FOUND)
    .map(({ option }) => ({ ...option, detail: `:${option.id}:` }))
}

function emojiName(name: string) {
  return name.replaceAll('_', ' ')
}
