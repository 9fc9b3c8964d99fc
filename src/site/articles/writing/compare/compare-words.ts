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
  return tidy(runs.filter(({ text }) => text !== ''))
}

/** A space between two changed words belongs to the change: then it reads as one. */
function tidy(runs: Run[]): Run[] {
  const tidied: Run[] = []
  let gone = ''
  let come = ''
  const settle = () => {
    if (gone) tidied.push({ change: 'removed', text: gone })
    if (come) tidied.push({ change: 'added', text: come })
    gone = come = ''
  }
  for (const [i, { change, text }] of runs.entries()) {
    const next = runs[i + 1]
    const between = change === 'same' && text.trim() === '' && gone + come !== '' && next && next.change !== 'same'
    if (change === 'removed' || between) gone += text
    if (change === 'added' || between) come += text
    if (change !== 'same' || between) continue
    settle()
    tidied.push({ change, text })
  }
  settle()
  return tidied
}
