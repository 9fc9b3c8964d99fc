/** The words of a phrase must follow each other. */
export type Term = { words: string[]; phrase: boolean; prefix: boolean }

const MAX_TERMS = 10
const MAX_PHRASE_WORDS = 20
const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces between words. Their characters are searched as a phrase. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u

/** Quotes mark a phrase. All other punctuation is ignored, so no query is invalid. */
export function parseQuery(q: string): Term[] {
  const terms: Term[] = []
  for (const [, quoted, loose] of q.normalize('NFC').toLowerCase().matchAll(QUOTED)) {
    if (quoted !== undefined) {
      const words = splitWords(quoted).slice(0, MAX_PHRASE_WORDS)
      if (words.length > 0) terms.push({ words, phrase: true, prefix: false })
    } else {
      for (const [word] of (loose ?? '').matchAll(WORD)) {
        const words = splitWords(word).slice(0, MAX_PHRASE_WORDS)
        if (words.length > 0) terms.push({ words, phrase: words.length > 1, prefix: false })
      }
    }
    if (terms.length >= MAX_TERMS) break
  }
  const limited = terms.slice(0, MAX_TERMS)
  const last = limited.at(-1)
  // The last word may be incomplete.
  if (last && !last.phrase) last.prefix = true
  return limited
}

function splitWords(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) =>
    UNSPACED.test(word)
      ? word.split(new RegExp(`(${UNSPACED.source})`, 'u')).filter((part) => /[\p{L}\p{N}]/u.test(part))
      : [word],
  )
}

export function formatQuery(terms: Term[], replaced: Map<string, string>) {
  return terms
    .map(({ words, phrase }) => {
      const text = words.map((word) => replaced.get(word) ?? word).join(' ')
      return phrase ? `"${text}"` : text
    })
    .join(' ')
}
