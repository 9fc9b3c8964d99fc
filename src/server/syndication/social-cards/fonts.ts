import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

const require = createRequire(import.meta.url)

const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']
const OTHER_SCRIPTS = [
  { family: 'noto-sans-arabic', subset: 'arabic' },
  { family: 'noto-sans-hebrew', subset: 'hebrew' },
]

const files = [
  ...SUBSETS.map((subset) => ({ family: 'source-serif-4', subset, weight: 600 as const })),
  ...SUBSETS.map((subset) => ({ family: 'inter', subset, weight: 600 as const })),
  ...OTHER_SCRIPTS.map((script) => ({ ...script, weight: 600 as const })),
]

const nameOf = ({ family, subset }: { family: string; subset: string }) => `${family} ${subset}`
const others = OTHER_SCRIPTS.map(nameOf)
const listOf = (family: string) => [...SUBSETS.map((subset) => nameOf({ family, subset })), ...others]

/** In fallback order. */
export const families = { serif: quoted(listOf('source-serif-4')), sans: quoted(listOf('inter')) }

function quoted(names: string[]) {
  return names.map((name) => `"${name}"`).join(', ')
}

let loaded: Promise<Font[]> | null = null

/** Always the same objects: satori caches parsed fonts by identity. */
export function loadFonts() {
  loaded ??= Promise.all(
    files.map(async ({ family, subset, weight }): Promise<Font> => {
      const path = require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)
      return { name: nameOf({ family, subset }), data: await readFile(path), weight, style: 'normal' }
    }),
  )
  return loaded
}
