import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const FOLDER = 'src/site/ui/text-fonts'
const MAX_BYTES = 60_000

test('the preloaded fonts are the subsets of the installed packages, and small', async () => {
  const made = await mkdtemp(join(tmpdir(), 'bramble-fonts-'))
  onTestFinished(() => rm(made, { recursive: true }))
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/subset-text-fonts.mjs', made])
  const names = await readdir(made)
  expect(await readdir(FOLDER)).toEqual(names)
  const contents = await Promise.all(names.map((name) => readFile(join(FOLDER, name))))
  for (const [index, name] of names.entries()) {
    expect(contents[index]?.equals(await readFile(join(made, name))), name).toBe(true)
  }
  expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_BYTES)
  const styles = (await readFile('src/site/ui/fonts.css', 'utf8')).replace(/\s+/g, ' ')
  expect(styles.split(`unicode-range: ${stdout.trim()};`)).toHaveLength(names.length + 1)
}, 60_000)
