import type { Piece } from '#contract/search.ts'

const PASSAGE_LETTERS = 240
const NEAR_LETTERS = 190
const LOOKED_AT = 60_000
const MOST_HITS = 200
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORD_HERE = /[\p{L}\p{N}\p{M}]+/uy
const NO_WORD_BEFORE = /(?:^|[^\p{L}\p{N}\p{M}])$/u

export type WantedWords = { words: Set<string>; begun: string[]; stems: string[] }
export type Matcher = {
  /** How every word that matches begins, when it is folded. */
  beginnings: string[]
  matches(word: string): boolean
}

const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }

/** Accents and case away, as the database folds words. */
export function fold(word: string) {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? letter)
}

/** What finds words in texts. It is made once for all the texts of an answer. */
export function matcherOf(wanted: WantedWords): Matcher {
  const beginnings = [...wanted.words, ...wanted.begun, ...wanted.stems.map(sureOf)]
  // What begins with a shorter one is found by that.
  const shortest = beginnings.filter((one) => !beginnings.some((other) => other !== one && one.startsWith(other)))
  return { beginnings: [...new Set(shortest)], matches: (word) => isWanted(fold(word), wanted) }
}

/** A stem may end in another letter than the word: happi, happy. */
function sureOf(stem: string) {
  return stem.length > 4 ? stem.slice(0, -1) : stem
}

/** Endings are judged by the stem alone. */
function isWanted(folded: string, { words, begun, stems }: WantedWords) {
  if (words.has(folded) || begun.some((beginning) => folded.startsWith(beginning))) return true
  return stems.some((stem) => {
    return folded.startsWith(sureOf(stem)) && folded.length - stem.length <= (folded.startsWith(stem) ? 4 : 1)
  })
}

/** A short text in pieces. */
export function piecesOf(text: string, { matches }: Matcher): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  const push = (part: string, hit: boolean) => {
    const last = pieces.at(-1)
    if (part === '') return
    if (last && last.hit === hit) last.text += part
    else pieces.push({ text: part, hit })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!matches(word)) continue
    push(text.slice(done, index), false)
    push(word, true)
    done = index + word.length
  }
  push(text.slice(done), false)
  return pieces
}

/** The stretch of a long text that has most of the words, in pieces; empty when it has none of them. */
export function passageOf(plain: string, matcher: Matcher): Piece[] {
  const text = plain.slice(0, LOOKED_AT)
  const hits = hitsIn(text, matcher)
  const [first] = hits
  if (!first) return []
  let [best, worth] = [first.at, 0]
  for (const [from, { at }] of hits.entries()) {
    const near = hits.slice(from, from + 20).filter((hit) => hit.at < at + NEAR_LETTERS)
    const value = 10 * new Set(near.map(({ word }) => word)).size + near.length
    if (value > worth) [best, worth] = [at, value]
  }
  const start = startOf(text, best)
  const end = endOf(text, start + PASSAGE_LETTERS)
  const shown = text.slice(start, end).replace(/\s+/g, ' ').trim()
  const cut = start > 0 && !SENTENCE_BEFORE.test(text.slice(Math.max(0, start - 4), start))
  return piecesOf(`${cut ? '…' : ''}${shown}${end < text.length ? '…' : ''}`, matcher)
}

/** Where the words stand. A page of results has twenty thousand words: only those that begin right are looked at. */
function hitsIn(text: string, { beginnings, matches }: Matcher) {
  const flat = flatten(text)
  const hits: { at: number; word: string }[] = []
  for (const beginning of beginnings) {
    for (let at = flat.indexOf(beginning); at >= 0 && hits.length < MOST_HITS; at = flat.indexOf(beginning, at + 1)) {
      if (!NO_WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at))) continue
      WORD_HERE.lastIndex = at
      const word = WORD_HERE.exec(text)?.[0] ?? ''
      if (matches(word)) hits.push({ at, word: fold(word) })
    }
  }
  return hits.toSorted((one, other) => one.at - other.at)
}

const flatLetters = new Map<string, string>()

/** Folded letter by letter, so that every letter keeps its place; what would become two is left as it is. */
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

/** The beginning of the sentence when that is near, and otherwise a few words before. */
function startOf(text: string, hit: number) {
  const before = text.slice(Math.max(0, hit - 80), hit)
  const sentence = Math.max(
    ...['. ', '! ', '? ', '… ', '\n'].map((end) => before.lastIndexOf(end) + end.length * Number(before.includes(end))),
  )
  if (sentence > 0) return hit - before.length + sentence
  if (before.length === hit) return 0
  const space = before.indexOf(' ', before.length - 50)
  return space < 0 ? hit : hit - before.length + space + 1
}

/** After a whole word, or where it must be. */
function endOf(text: string, end: number) {
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  const at = space > end - 40 ? space : end
  // Never between the halves of one letter.
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}
