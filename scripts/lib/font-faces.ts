/** First and last character. */
type Range = [number, number]

const FACE = /@font-face\s*\{[^}]*\}/g
/** Only the rules of the font packages have this format. */
const OF_PACKAGE = 'woff2-variations'

/**
 * The stylesheet with other ranges for the packages' fonts: without the characters that a text font of the same family
 * and style has. Browsers would load both, because they try the next font when an optional one is late.
 */
export function withoutTextFonts(styles: string) {
  const textFonts = [...styles.matchAll(FACE)].map(([face]) => face).filter((face) => !face.includes(OF_PACKAGE))
  return styles.replace(FACE, (face) => {
    const ranges = rangesOf(face)
    if (!face.includes(OF_PACKAGE) || ranges.length === 0) return face
    const taken = textFonts.filter((other) => isSameFont(face, other)).flatMap(rangesOf)
    const left = taken.reduce<Range[]>((rest, range) => rest.flatMap((one) => subtract(one, range)), ranges)
    return face.replace(/unicode-range:[^;}]*/, `unicode-range: ${left.map(print).join(', ')}`)
  })
}

function isSameFont(one: string, other: string) {
  return ['font-family', 'font-style'].every((name) => valueOf(one, name) === valueOf(other, name))
}

function valueOf(face: string, name: string) {
  const value = new RegExp(`${name}:\\s*([^;}]*)`).exec(face)?.[1]?.trim().replaceAll('"', "'")
  return value ?? (name === 'font-style' ? 'normal' : undefined)
}

export function rangesOf(face: string): Range[] {
  const list = valueOf(face, 'unicode-range')
  if (!list) return []
  return list.split(',').map((range) => {
    const codes = range.trim().slice(2).split('-')
    const [first = 0, last = first] = codes.map((code) => Number.parseInt(code, 16))
    return [first, last]
  })
}

function subtract([first, last]: Range, [from, to]: Range) {
  const before: Range = [first, Math.min(last, from - 1)]
  const after: Range = [Math.max(first, to + 1), last]
  return [before, after].filter(([start, end]) => start <= end)
}

function print([first, last]: Range) {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  return `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`
}
