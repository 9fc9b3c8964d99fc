import { diffArrays } from 'diff'

/** A piece of text that both have, or only the one before, or only the one after. */
export type Run = { change: 'same' | 'removed' | 'added'; text: string }

/** Beyond this many differences nobody reads word by word. */
const MOST_EDITS = 1000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words and what stands between them; also where words are written without spaces. */
export function wordsIn(text: string) {
  // Browsers take far longer over one long text than over the same in pieces.
  const pieces = text.match(/.{1,2000}/gsu) ?? []
  return pieces.flatMap((piece) => Array.from(segmenter.segment(piece), ({ segment }) => segment))
}

/** Read without what was added, the runs are the text before; without what was removed, the text after. */
export function compareWords(before: string, after: string): Run[] {
  const parts = diffArrays(wordsIn(before), wordsIn(after), { maxEditLength: MOST_EDITS })
  const runs: Run[] = parts
    ? parts.map(({ added, removed, value }) => ({
        change: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
    : [
        { change: 'removed', text: before },
        { change: 'added', text: after },
      ]
  return runs.filter(({ text }) => text !== '')
}
