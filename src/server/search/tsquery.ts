import type { AnalyzedWord, AnalyzedTerm } from './analyze-terms.ts'

/** A single letter matches too many titles. */
const MIN_HEAD_PREFIX = 2

/** The query as tsquery text, for story heads (title, subtitle, tags) and for whole documents. */
export type StoryQuery = {
  head: string
  document: string
  phrase: boolean
  /** For each word, the approximate number of stories and heads that contain it. */
  frequencies: { stories: number; heads: number }[]
}

/** All words must match. Stop words are ignored unless there are no others. */
export function buildStoryQuery(terms: AnalyzedTerm[]): StoryQuery | null {
  const significant = terms.filter(({ term, words }) => term.phrase || !words.every(({ stop }) => stop))
  const used = significant.length > 0 ? significant : terms
  if (used.length === 0) return null
  return {
    head: used.map((each) => headQuery(each)).join(' & '),
    document: used.map((each) => documentQuery(each)).join(' & '),
    phrase: used.some(isPhrase),
    frequencies: used.flatMap(({ words }) => words.filter(({ stop }) => !stop)),
  }
}

/** Matches the words of a term as they are written, a phrase in its order. */
export function buildTermQuery({ words }: AnalyzedTerm): string {
  return phraseQuery(words.flatMap(({ plain }) => plain.map((word) => [word])))
}

/** Matches the words in any order, each as a prefix. */
export function buildNameQuery(terms: AnalyzedTerm[]): string | null {
  const words = terms.flatMap((term) => term.words.flatMap(({ plain }) => plain))
  return words.length > 0 ? words.map((word) => `${quote(word)}:*`).join(' & ') : null
}

function isPhrase({ words }: AnalyzedTerm) {
  return words.flatMap(({ plain }) => plain).length > 1
}

function headQuery(analyzed: AnalyzedTerm): string {
  const { term, words } = analyzed
  const [only] = words
  if (!only || isPhrase(analyzed)) return anyOf([buildTermQuery(analyzed), ...bylineMarks(analyzed)])
  const [plain = ''] = only.plain
  const isPrefix = term.prefix && [...plain].length >= MIN_HEAD_PREFIX
  return anyOf([`${quote(plain)}${isPrefix ? ':*' : ''}`, ...only.stems.map(quote), ...bylineMarks(analyzed)])
}

function documentQuery(analyzed: AnalyzedTerm): string {
  const { words } = analyzed
  const [only] = words
  if (only && !isPhrase(analyzed))
    return anyOf([...[...only.plain, ...only.stems, ...only.completions].map(quote), ...bylineMarks(analyzed)])
  const places = words.map(({ plain, stop }) => (stop ? [] : plain))
  const phrase = phraseQuery(places.some(({ length }) => length > 0) ? places : words.map(({ plain }) => plain))
  return anyOf([phrase, ...bylineMarks(analyzed)])
}

/** The marks of stories by these people, as author or co-author. */
function bylineMarks({ authors }: AnalyzedTerm) {
  return authors.flatMap((id) => [quote(`@a${id}`), quote(`@b${id}`)])
}

/** Words in sequence. Stop words are not indexed but still take a position, so they widen the gap. */
function phraseQuery(places: string[][]): string {
  let [written, gap] = ['', 1]
  for (const place of places) {
    if (place.length === 0) gap += 1
    for (const word of place) {
      written += written ? ` <${gap}> ${quote(word)}` : quote(word)
      gap = 1
    }
  }
  return `(${written})`
}

function anyOf(words: string[]) {
  return `(${[...new Set(words)].join(' | ')})`
}

export function quote(word: string) {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

export function highlightTerms(terms: AnalyzedTerm[]): {
  words: Set<string>
  prefixes: string[]
  stems: string[]
} {
  const words: AnalyzedWord[] = terms.flatMap((term) => term.words)
  const significant = words.some(({ stop }) => !stop) ? words.filter(({ stop }) => !stop) : words
  const last = terms.at(-1)
  return {
    words: new Set(significant.flatMap(({ plain }) => plain)),
    prefixes: last?.term.prefix
      ? last.words.flatMap(({ plain, stop }) => (stop ? [] : plain)).filter((word) => word.length > 2)
      : [],
    stems: significant.flatMap(({ stems }) => stems).filter((stem) => stem.length > 2),
  }
}
