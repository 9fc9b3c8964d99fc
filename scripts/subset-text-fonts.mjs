// Writes the two preloaded fonts: the characters, weights and OpenType features that most English pages use.
// Everything else is in the files of the packages. Run it after an update of a font package. Prints the unicode-range.
// Usage: node scripts/subset-text-fonts.mjs [folder]
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

const ranges = [
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

const shaping = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']
const fonts = {
  'inter-text.woff2': {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    keepFeatures: [...shaping, 'calt', 'tnum', 'cv11', 'ss03'],
  },
  'source-serif-text.woff2': {
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    keepFeatures: [...shaping, 'liga', 'onum', 'lnum', 'tnum', 'pnum'],
  },
}

const [folder = 'src/site/ui/text-fonts'] = process.argv.slice(2)
await Promise.all(Object.entries(fonts).map(write))
console.log(ranges.map(([first, last]) => `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`).join(', '))

async function write([name, { from, keepFeatures }]) {
  const text = ranges.map(([first, last]) => charactersBetween(first, last)).join('')
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } }, keepFeatures }
  await writeFile(join(folder, name), await subsetFont(await readFile(require.resolve(from)), text, options))
}

function charactersBetween(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

function hex(code) {
  return code.toString(16).toUpperCase().padStart(4, '0')
}
