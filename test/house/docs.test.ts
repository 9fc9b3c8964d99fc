import { readFile, readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { AllSettings } from '#server/settings/stored.ts'

/** Files below these folders and in the root, by path. */
async function listFiles() {
  const folders = ['src', 'test', 'scripts', 'bench', 'docs', 'migrations', 'demo', 'public']
  const below = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  )
  return [...below.flat(), ...(await readdir('.'))]
}

// Code files only: other names in backticks may be URLs.
const CODE_FILE = /`([\w./-]+\.(?:tsx?|mjs|css|sql))`/g

test('the files that the documentation names exist', async () => {
  const files = await listFiles()
  const pages = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file))
  const named = await Promise.all(
    pages.map(async (page) =>
      [...(await readFile(page, 'utf8')).matchAll(CODE_FILE)].map(([, name = '']) => ({ page, name })),
    ),
  )
  const missing = named.flat().filter(({ name }) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
  expect(named.flat().length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('every setting that a command can change is documented', async () => {
  const text = await readFile('docs/settings.md', 'utf8')
  const onScreenOnly = new Set(['logo', 'icon', 'setup.dismissed'])
  const keys = Object.keys(AllSettings.shape).filter((key) => !onScreenOnly.has(key))
  expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([])
})
