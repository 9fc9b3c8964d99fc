import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { rangesOf, withoutTextFonts } from '../../scripts/lib/font-faces.ts'

const PACKAGES = 'node_modules/@fontsource-variable'
const FOLDER = 'src/site/ui/text-fonts'
/** Of the two preloaded files, and of the others. */
const MAX_BYTES = { text: 60_000, others: 60_000 }

test('the text fonts are subsets of the installed packages, and small', async () => {
  const made = await mkdtemp(join(tmpdir(), 'bramble-fonts-'))
  onTestFinished(() => rm(made, { recursive: true }))
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/subset-text-fonts.mjs', made])
  const names = await readdir(made)
  expect(await readdir(FOLDER)).toEqual(names)
  const contents = await Promise.all(names.map((name) => readFile(join(FOLDER, name))))
  for (const [index, name] of names.entries()) {
    expect(contents[index]?.equals(await readFile(join(made, name))), name).toBe(true)
  }
  const sizes = { text: 0, others: 0 }
  for (const [index, name] of names.entries()) {
    sizes[name.endsWith('-text.woff2') ? 'text' : 'others'] += contents[index]?.length ?? 0
  }
  expect(sizes.text).toBeLessThan(MAX_BYTES.text)
  expect(sizes.others).toBeLessThan(MAX_BYTES.others)
  const styles = (await readFile('src/site/ui/fonts.css', 'utf8')).replace(/\s+/g, ' ')
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(names.length)
  for (const line of lines) {
    const [name, ...range] = line.split(' ')
    expect(styles).toContain(`url('./text-fonts/${name}') format('woff2'); unicode-range: ${range.join(' ')};`)
  }
}, 60_000)

test('no font of a package has a character that a text font of the same family and style has', async () => {
  const files = [`${PACKAGES}/inter/wght.css`, `${PACKAGES}/source-serif-4/wght.css`]
  files.push(`${PACKAGES}/source-serif-4/wght-italic.css`, 'src/site/ui/fonts.css')
  const styles = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  const facesOf = (family: string, italic: boolean) =>
    (withoutTextFonts(styles).match(/@font-face\s*\{[^}]*\}/g) ?? []).filter(
      (face) => face.includes(`'${family}'`) && /font-style:\s*italic/.test(face) === italic,
    )
  const fontsWith = (letter: string, family: string, italic = false) =>
    facesOf(family, italic)
      .filter((face) =>
        rangesOf(face).some(([first, last]) => first <= letter.charCodeAt(0) && letter.charCodeAt(0) <= last),
      )
      .map((face) => /[^/]+\.woff2/.exec(face)?.[0])
  expect(fontsWith('e', 'Inter Variable')).toEqual(['inter-text.woff2'])
  expect(fontsWith('ź', 'Inter Variable')).toEqual(['inter-extended.woff2'])
  expect(fontsWith('ź', 'Source Serif 4 Variable')).toEqual(['source-serif-extended.woff2'])
  expect(fontsWith('e', 'Source Serif 4 Variable', true)).toEqual(['source-serif-italic.woff2'])
  // Everything else is in the packages.
  expect(fontsWith('±', 'Inter Variable')).toEqual(['inter-latin-wght-normal.woff2'])
  expect(fontsWith('Ɓ', 'Inter Variable')).toEqual(['inter-latin-ext-wght-normal.woff2'])
  expect(fontsWith('ź', 'Source Serif 4 Variable', true)).toEqual(['source-serif-4-latin-ext-wght-italic.woff2'])
})
