// Writes small fonts with the characters, weights and OpenType features that most pages use: the two preloaded ones, and
// those for names and italics. Everything else is in the files of the packages. Run it after an update of a font package.
// Prints the unicode-range of each file.
// Usage: node scripts/subset-text-fonts.mjs [folder]
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

const common = [
  [0x20, 0x7e],
  // Latin-1 letters and signs; the rest of the block is rare.
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xab, 0xab],
  [0xb0, 0xb0],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0xc0, 0xff],
  // Œ and œ, dashes, quotation marks, the bullet, the ellipsis, the euro and the minus sign.
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2212, 0x2212],
]
/** Letters of names in the Latin script: Latin Extended-A without Œ and œ, and the Romanian comma below. */
const extended = [
  [0x100, 0x151],
  [0x154, 0x17f],
  [0x218, 0x21b],
]

const shaping = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']
const inter = '@fontsource-variable/inter/files/inter'
const interFeatures = [...shaping, 'calt', 'tnum', 'cv11', 'ss03']
const serif = '@fontsource-variable/source-serif-4/files/source-serif-4'
const serifFeatures = [...shaping, 'liga', 'onum', 'lnum', 'tnum', 'pnum']
const fonts = {
  'inter-text': { from: `${inter}-latin-wght-normal`, ranges: common, keepFeatures: interFeatures },
  'inter-extended': { from: `${inter}-latin-ext-wght-normal`, ranges: extended, keepFeatures: interFeatures },
  'source-serif-text': { from: `${serif}-latin-wght-normal`, ranges: common, keepFeatures: serifFeatures },
  'source-serif-extended': { from: `${serif}-latin-ext-wght-normal`, ranges: extended, keepFeatures: serifFeatures },
  'source-serif-italic': { from: `${serif}-latin-wght-italic`, ranges: common, keepFeatures: serifFeatures },
}

const [folder = 'src/site/ui/text-fonts'] = process.argv.slice(2)
await Promise.all(Object.entries(fonts).map(write))
for (const [name, { ranges }] of Object.entries(fonts)) console.log(`${name}.woff2 ${unicodeRange(ranges)}`)

async function write([name, { from, ranges, keepFeatures }]) {
  const text = ranges.map(([first, last]) => charactersBetween(first, last)).join('')
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } }, keepFeatures }
  const font = await readFile(require.resolve(`${from}.woff2`))
  await writeFile(join(folder, `${name}.woff2`), await subsetFont(font, text, options))
}

function unicodeRange(ranges) {
  return ranges.map(([first, last]) => `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`).join(', ')
}

function charactersBetween(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

function hex(code) {
  return code.toString(16).toUpperCase().padStart(4, '0')
}
