// What the fonts of the cards have, as far as it can be said in ranges: letters of five scripts, figures and punctuation.
const LETTERS =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}\\u0300-\\u036f\\u0600-\\u06ff'
const SIGNS = '\\u0020-\\u007e\\u00a0-\\u00bf\\u00d7\\u00f7\\u2010-\\u2027\\u2030-\\u205e\\u20ac\\u2116\\u2122'
const OTHERS = new RegExp(`[^${LETTERS}${SIGNS}]`, 'gu')
const LEAST_LEFT = 0.5

/** The text without what would be drawn as empty boxes; nothing when that would leave out most of it. */
export function drawable(text: string) {
  const left = text.replace(/\s+/g, ' ').replace(OTHERS, '').replace(/ {2,}/g, ' ').trim()
  return letters(left) >= letters(text) * LEAST_LEFT ? left : ''
}

function letters(text: string) {
  return text.match(/\p{L}/gu)?.length ?? 0
}
