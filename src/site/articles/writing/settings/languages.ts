/** BCP 47 tags of the languages offered. */
const tags =
  'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ku ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt pt-BR ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi yo zh-Hans zh-Hant zu'.split(
    ' ',
  )

export type Language = { tag: string; name: string }

/** Sorted by English name, with the native name. Includes the current language if it is not in the list. */
export function listLanguages(current: string): Language[] {
  const all = tags.includes(current) ? tags : [current, ...tags]
  return all.map((tag) => ({ tag, name: nameOf(tag) })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function nameOf(tag: string) {
  const english = new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return own.toLowerCase() === english.toLowerCase() ? english : `${english} (${own})`
}

/** The browser's language if it is offered, else English. */
export function getBrowserLanguage() {
  const wanted = navigator.language
  const plain = wanted.split('-', 1)[0] ?? 'en'
  return [wanted, plain, plain === 'zh' ? 'zh-Hans' : plain].find((tag) => tags.includes(tag)) ?? 'en'
}
