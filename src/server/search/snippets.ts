import type { TextSegment } from '#contract/search.ts'

const PASSAGE_LENGTH = 240
const NEAR_LENGTH = 190
const MAX_TEXT_LENGTH = 60_000
const MAX_HITS = 200
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORD_HERE = /[\p{L}\p{N}\p{M}]+/uy
const NO_WORD_BEFORE = /(?:^|[^\p{L}\p{N}\p{M}])$/u

export type HighlightTerms = { words: Set<string>; prefixes: string[]; stems: string[] }
type Matcher = {
  /** Folded prefixes: every matching word starts with one of them. */
  prefixes: string[]
  matches(word: string): boolean
}

const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }

/** Removes accents and case like the database does. */
export function fold(word: string) {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? letter)
}

/** Created once per response. */
export function createMatcher(wanted: HighlightTerms): Matcher {
  const prefixes = [...wanted.words, ...wanted.prefixes, ...wanted.stems.map(stablePrefix)]
  // A shorter prefix also finds the longer ones.
  const shortest = prefixes.filter((one) => !prefixes.some((other) => other !== one && one.startsWith(other)))
  return { prefixes: [...new Set(shortest)], matches: (word) => isWanted(fold(word), wanted) }
}

/** The last letter of a stem can differ from the word: happi, happy. */
function stablePrefix(stem: string) {
  return stem.length > 4 ? stem.slice(0, -1) : stem
}

/** Allows short endings after a stem. */
function isWanted(folded: string, { words, prefixes, stems }: HighlightTerms) {
  if (words.has(folded) || prefixes.some((beginning) => folded.startsWith(beginning))) return true
  return stems.some((stem) => {
    return folded.startsWith(stablePrefix(stem)) && folded.length - stem.length <= (folded.startsWith(stem) ? 4 : 1)
  })
}

export function highlight(text: string, { matches }: Matcher): TextSegment[] {
  const segments: TextSegment[] = []
  let done = 0
  const push = (part: string, hit: boolean) => {
    const last = segments.at(-1)
    if (part === '') return
    if (last && last.hit === hit) last.text += part
    else segments.push({ text: part, hit })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!matches(word)) continue
    push(text.slice(done, index), false)
    push(word, true)
    done = index + word.length
  }
  push(text.slice(done), false)
  return segments
}

/** The passage with the most matching words. Empty if there are none. */
export function findPassage(plain: string, matcher: Matcher): TextSegment[] {
  const text = plain.slice(0, MAX_TEXT_LENGTH)
  const hits = findHits(text, matcher)
  const [first] = hits
  if (!first) return []
  let [best, bestScore] = [first.at, 0]
  for (const [from, { at }] of hits.entries()) {
    const near = hits.slice(from, from + 20).filter((hit) => hit.at < at + NEAR_LENGTH)
    const score = 10 * new Set(near.map(({ word }) => word)).size + near.length
    if (score > bestScore) [best, bestScore] = [at, score]
  }
  const start = passageStart(text, best)
  const end = passageEnd(text, start + PASSAGE_LENGTH)
  const shown = text.slice(start, end).replace(/\s+/g, ' ').trim()
  const cut = start > 0 && !SENTENCE_BEFORE.test(text.slice(Math.max(0, start - 4), start))
  return highlight(`${cut ? '…' : ''}${shown}${end < text.length ? '…' : ''}`, matcher)
}

/** Only checks words that start with one of the prefixes: a page of results has about 20,000 words. */
function findHits(text: string, { prefixes, matches }: Matcher) {
  const flat = flatten(text)
  const hits: { at: number; word: string }[] = []
  for (const beginning of prefixes) {
    for (let at = flat.indexOf(beginning); at >= 0 && hits.length < MAX_HITS; at = flat.indexOf(beginning, at + 1)) {
      if (!NO_WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at))) continue
      WORD_HERE.lastIndex = at
      const word = WORD_HERE.exec(text)?.[0] ?? ''
      if (matches(word)) hits.push({ at, word: fold(word) })
    }
  }
  return hits.toSorted((one, other) => one.at - other.at)
}

const flatLetters = new Map<string, string>()

/** Folds character by character so that offsets stay valid. Characters that fold to two are left as they are. */
function flatten(text: string) {
  return text.replace(/[\u0080-\uffff]/g, flatLetter).toLowerCase()
}

function flatLetter(letter: string) {
  const known = flatLetters.get(letter)
  if (known !== undefined) return known
  const folded = [fold(letter), letter.toLowerCase()].find(({ length }) => length === 1) ?? letter
  flatLetters.set(letter, folded)
  return folded
}

const SENTENCE_BEFORE = /(?:^|[.!?…]["”’]?\s+|\n\s*["“]?)$/u

/** The start of the sentence if it is near, otherwise a few words before the hit. */
function passageStart(text: string, hit: number) {
  const before = text.slice(Math.max(0, hit - 80), hit)
  const sentence = Math.max(
    ...['. ', '! ', '? ', '… ', '\n'].map((end) => before.lastIndexOf(end) + end.length * Number(before.includes(end))),
  )
  if (sentence > 0) return hit - before.length + sentence
  if (before.length === hit) return 0
  const space = before.indexOf(' ', before.length - 50)
  return space < 0 ? hit : hit - before.length + space + 1
}

/** At a word boundary if possible. */
function passageEnd(text: string, end: number) {
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  const at = space > end - 40 ? space : end
  // Never splits a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}
