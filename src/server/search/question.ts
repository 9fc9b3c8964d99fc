/** What somebody typed, as words. A phrase is words that follow each other. */
export type Term = { words: string[]; phrase: boolean; prefix: boolean }

const MOST_TERMS = 10
const MOST_IN_PHRASE = 20
const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that put no spaces between words: what is typed in them is letters that follow each other. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u

/** Takes a question apart. Signs mean nothing but the quotes around a phrase, so there is nothing to get wrong. */
export function readQuestion(q: string): Term[] {
  const terms: Term[] = []
  for (const [, quoted, loose] of q.normalize('NFC').toLowerCase().matchAll(QUOTED)) {
    if (quoted !== undefined) {
      const words = lettersApart(quoted).slice(0, MOST_IN_PHRASE)
      if (words.length > 0) terms.push({ words, phrase: true, prefix: false })
    } else {
      for (const [word] of (loose ?? '').matchAll(WORD)) {
        const words = lettersApart(word).slice(0, MOST_IN_PHRASE)
        if (words.length > 0) terms.push({ words, phrase: words.length > 1, prefix: false })
      }
    }
    if (terms.length >= MOST_TERMS) break
  }
  const taken = terms.slice(0, MOST_TERMS)
  const last = taken.at(-1)
  // Whoever is still typing has not finished the last word.
  if (last && !last.phrase) last.prefix = true
  return taken
}

function lettersApart(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) =>
    UNSPACED.test(word)
      ? word.split(new RegExp(`(${UNSPACED.source})`, 'u')).filter((part) => /[\p{L}\p{N}]/u.test(part))
      : [word],
  )
}

/** The question again, with some of its words replaced. */
export function writeQuestion(terms: Term[], replaced: Map<string, string>) {
  return terms
    .map(({ words, phrase }) => {
      const text = words.map((word) => replaced.get(word) ?? word).join(' ')
      return phrase ? `"${text}"` : text
    })
    .join(' ')
}
