const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The `lang` and `dir` attributes for text of a story. */
export function inLanguage(language: string) {
  return { lang: language, dir: rightToLeft.has(language.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr' } as const
}
