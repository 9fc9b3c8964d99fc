import type { Meaning, Understood } from './understand.ts'

/** Two letters begin few enough titles; of one there is no end. */
const SHORTEST_IN_HEAD = 2

/** The same question for the heads of stories and for whole stories, in the language of PostgreSQL. */
export type Asked = {
  head: string
  document: string
  phrase: boolean
  /** Of each word, in about how many stories and heads it is. */
  uses: { stories: number; heads: number }[]
}

/** Every word must be there. Words that every text has count only when there are no others. */
export function askFor(understood: Understood[]): Asked | null {
  const telling = understood.filter(({ term, meanings }) => term.phrase || !meanings.every(({ stop }) => stop))
  const kept = telling.length > 0 ? telling : understood
  if (kept.length === 0) return null
  return {
    head: kept.map((each) => inHead(each)).join(' & '),
    document: kept.map((each) => inDocument(each)).join(' & '),
    phrase: kept.some(isPhrase),
    uses: kept.flatMap(({ meanings }) => meanings.filter(({ stop }) => !stop)),
  }
}

/** For names: the words in any order, each of them perhaps only begun. */
export function askForNames(understood: Understood[]): string | null {
  const words = understood.flatMap(({ meanings }) => meanings.flatMap(({ plain }) => plain))
  return words.length > 0 ? words.map((word) => `${quote(word)}:*`).join(' & ') : null
}

function isPhrase({ meanings }: Understood) {
  return meanings.flatMap(({ plain }) => plain).length > 1
}

function inHead(understood: Understood): string {
  const { term, meanings } = understood
  const [only] = meanings
  if (!only || isPhrase(understood)) return phraseOf(meanings.flatMap(({ plain }) => plain.map((word) => [word])))
  const [plain = ''] = only.plain
  const begun = term.prefix && [...plain].length >= SHORTEST_IN_HEAD
  return anyOf([`${quote(plain)}${begun ? ':*' : ''}`, ...only.stems.map(quote)])
}

function inDocument(understood: Understood): string {
  const { meanings } = understood
  const [only] = meanings
  if (only && !isPhrase(understood)) return anyOf([...only.plain, ...only.stems, ...only.longer].map(quote))
  const places = meanings.map(({ plain, stop }) => (stop ? [] : plain))
  return phraseOf(places.some(({ length }) => length > 0) ? places : meanings.map(({ plain }) => plain))
}

/** The words one after the other; in a text those that it does not keep have left their place empty. */
function phraseOf(places: string[][]): string {
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

function quote(word: string) {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** What a text must have to be marked as found. */
export function wantedOf(understood: Understood[]): { words: Set<string>; begun: string[]; stems: string[] } {
  const meanings: Meaning[] = understood.flatMap((each) => each.meanings)
  const telling = meanings.some(({ stop }) => !stop) ? meanings.filter(({ stop }) => !stop) : meanings
  const last = understood.at(-1)
  return {
    words: new Set(telling.flatMap(({ plain }) => plain)),
    begun: last?.term.prefix
      ? last.meanings.flatMap(({ plain, stop }) => (stop ? [] : plain)).filter((word) => word.length > 2)
      : [],
    stems: telling.flatMap(({ stems }) => stems).filter((stem) => stem.length > 2),
  }
}
