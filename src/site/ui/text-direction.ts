const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The attributes of an element that holds text of a story: its language, and the side it starts from. */
export function inLanguage(language: string) {
  return { lang: language, dir: rightToLeft.has(language.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr' } as const
}
