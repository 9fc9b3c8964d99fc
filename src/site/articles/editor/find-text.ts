import type { Node } from '@tiptap/pm/model'

export type Wanted = { words: string; sameCase: boolean; wholeWord: boolean }
export type Found = { from: number; to: number }

/** What stands for a picture or another thing inside a line; nobody can look for it. */
const THING = '\ufffc'

/** Browsers refuse to compile patterns that are much longer. */
export const MOST_LETTERS = 1000

function patternOf({ words, sameCase, wholeWord }: Wanted): RegExp | null {
  if (words === '' || words.length > MOST_LETTERS) return null
  const literal = words.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\s/g, '\\s')
  const source = wholeWord ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal
  return new RegExp(source, sameCase ? 'gu' : 'giu')
}

/** Every place where the words stand, across bold and links but never across two lines. */
export function findIn(doc: Node, wanted: Wanted): Found[] {
  const pattern = patternOf(wanted)
  const found: Found[] = []
  if (!pattern) return found
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    // Every thing that is not text is one position wide, so letters and positions stay in step.
    const text = node.textBetween(0, node.content.size, undefined, (leaf) => THING.repeat(leaf.nodeSize))
    for (const match of text.matchAll(pattern)) {
      const from = pos + 1 + match.index
      found.push({ from, to: from + match[0].length })
    }
    return false
  })
  return found
}

/** The first place at or after a position; from the beginning again when there is none. */
export function nextFrom(found: Found[], pos: number): number {
  const index = found.findIndex(({ from }) => from >= pos)
  return index < 0 ? 0 : index
}
