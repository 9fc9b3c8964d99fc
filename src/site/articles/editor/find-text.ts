import type { Node } from '@tiptap/pm/model'

export type SearchQuery = { text: string; matchCase: boolean; wholeWord: boolean }
export type Match = { from: number; to: number }

/** Stands for a node that is not text. A query never contains it. */
const OBJECT_REPLACEMENT = '\ufffc'

/** Browsers refuse to compile patterns that are much longer. */
export const MAX_QUERY_LENGTH = 1000

function patternOf({ text, matchCase, wholeWord }: SearchQuery): RegExp | null {
  if (text === '' || text.length > MAX_QUERY_LENGTH) return null
  const literal = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\s/g, '\\s')
  const source = wholeWord ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal
  return new RegExp(source, matchCase ? 'gu' : 'giu')
}

/** Every match in the document. A match may span marks but never two blocks. */
export function findMatches(doc: Node, query: SearchQuery): Match[] {
  const pattern = patternOf(query)
  const matches: Match[] = []
  if (!pattern) return matches
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    // Each leaf node fills its size in positions, so string offsets equal document positions.
    const text = node.textBetween(0, node.content.size, undefined, (leaf) => OBJECT_REPLACEMENT.repeat(leaf.nodeSize))
    for (const match of text.matchAll(pattern)) {
      const from = pos + 1 + match.index
      matches.push({ from, to: from + match[0].length })
    }
    return false
  })
  return matches
}

/** Index of the first match at or after a position, or 0 when there is none. */
export function nextMatchIndex(matches: Match[], pos: number): number {
  const index = matches.findIndex(({ from }) => from >= pos)
  return index < 0 ? 0 : index
}
