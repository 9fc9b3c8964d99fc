import { diffArrays } from 'diff'

export type Run = { change: 'same' | 'removed' | 'added'; text: string }

/** With more differences, a word diff is not readable. */
const MAX_EDITS = 1000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words and separators; also for scripts without spaces. */
export function wordsIn(text: string) {
  // Segmenting one long text is far slower than segmenting it in chunks.
  const pieces = text.match(/.{1,2000}/gsu) ?? []
  return pieces.flatMap((piece) => Array.from(segmenter.segment(piece), ({ segment }) => segment))
}

/** Without the added runs, the result is the text before; without the removed runs, the text after. */
export function compareWords(before: string, after: string): Run[] {
  const parts = diffArrays(wordsIn(before), wordsIn(after), { maxEditLength: MAX_EDITS })
  const runs: Run[] = parts
    ? parts.map(({ added, removed, value }) => ({
        change: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
    : [
        { change: 'removed', text: before },
        { change: 'added', text: after },
      ]
  return joinRuns(runs.filter(({ text }) => text !== ''))
}

/** Joins changed words that are separated only by whitespace. */
function joinRuns(runs: Run[]): Run[] {
  const joined: Run[] = []
  let removedText = ''
  let addedText = ''
  const flush = () => {
    if (removedText) joined.push({ change: 'removed', text: removedText })
    if (addedText) joined.push({ change: 'added', text: addedText })
    removedText = addedText = ''
  }
  for (const [i, { change, text }] of runs.entries()) {
    const next = runs[i + 1]
    const between =
      change === 'same' && text.trim() === '' && removedText + addedText !== '' && next && next.change !== 'same'
    if (change === 'removed' || between) removedText += text
    if (change === 'added' || between) addedText += text
    if (change !== 'same' || between) continue
    flush()
    joined.push({ change, text })
  }
  flush()
  return joined
}
