/**
 * Letters that look like Latin ones, from the confusables of Unicode Technical Standard 39 (confusables.txt, version 16),
 * limited to the letters that occur in spam: Cyrillic, Greek, Armenian, Cherokee, phonetic letters and small capitals.
 * Compatibility letters (fullwidth, mathematical, circled) are not listed, because NFKD maps them already.
 */
const lookAlikes: Record<string, string> = {
  a: 'аАɑαΑᴀ',
  b: 'ьЬвВβΒʙƄɓЪъᏏ',
  c: 'сСϲᴄҫϹᏟ',
  d: 'ԁԀɗᴅđɖᎠ',
  e: 'еЕєҽεΕᴇɛёᎬ',
  f: 'ƒғϝꜰ',
  g: 'ɡցɢԌᶃ',
  h: 'һНнʜհΗħҺᎻ',
  i: 'іІıιΙɪӏӀᎥ',
  j: 'јЈϳᴊɉᎫ',
  k: 'кКκΚᴋқҝᏦ',
  l: 'ⅼłʟƖɭᏞ',
  m: 'мМΜᴍɱᎷ',
  n: 'ոɴΝηпƞᴎŋ',
  o: 'оОοΟσօøᴏѳΘθ๐',
  p: 'рРρΡᴘƿҏᏢ',
  q: 'ԛԚզɋ',
  r: 'гʀɍᴦɾᏒ',
  s: 'ѕЅꜱʂ',
  t: 'тТτΤᴛŧҭᎢ',
  u: 'υսᴜʋџц',
  v: 'ѵνᴠѴᏙ',
  w: 'ԝԜшωѡᴡɯᎳ',
  x: 'хХχΧҳᕁ',
  y: 'уУγΥүʏҮᎽ',
  z: 'ᴢΖƶʐᏃ',
}

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

const FIRST_FLAG_LETTER = 0x1f1e6
/** Negative circled and negative squared letters, which NFKD leaves alone. */
const FIRST_SIGNS = [FIRST_FLAG_LETTER, 0x1f150, 0x1f170] as const
const LETTERS = 26

/** Before the case is folded: an upper-case Greek eta looks like an H, a lower-case one like an n. */
export function toLatin(text: string): string {
  return Array.from(text, (character) => latin.get(character) ?? signLetter(character) ?? character).join('')
}

function signLetter(character: string) {
  const code = character.codePointAt(0) ?? 0
  const first = FIRST_SIGNS.find((start) => code >= start && code < start + LETTERS)
  return first === undefined ? undefined : String.fromCodePoint(0x61 + code - first)
}
