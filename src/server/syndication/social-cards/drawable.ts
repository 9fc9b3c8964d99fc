// Approximate coverage of the card fonts: letters of five scripts, digits and punctuation.
const LETTERS =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}\\u0300-\\u036f\\u0600-\\u06ff'
const SIGNS = '\\u0020-\\u007e\\u00a0-\\u00bf\\u00d7\\u00f7\\u2010-\\u2027\\u2030-\\u205e\\u20ac\\u2116\\u2122'
const UNSUPPORTED = new RegExp(`[^${LETTERS}${SIGNS}]`, 'gu')
const MIN_SUPPORTED = 0.5

/** Removes characters that the fonts lack. Empty when that would remove most letters. */
export function drawable(text: string) {
  const left = text.replace(/\s+/g, ' ').replace(UNSUPPORTED, '').replace(/ {2,}/g, ' ').trim()
  return letters(left) >= letters(text) * MIN_SUPPORTED ? left : ''
}

function letters(text: string) {
  return text.match(/\p{L}/gu)?.length ?? 0
}
