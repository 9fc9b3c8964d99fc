import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Listen for Escape or for combinations with Ctrl or ⌘ only. */
const withoutSingleKeys = new Set([
  'articles/writing/focus-mode.tsx',
  'articles/writing/use-writing-state.ts',
  'reading/story/quote-bar.tsx',
  'reading/story/use-share-menu.ts',
])

test('every listener for the keys of a whole page respects the setting for single-key shortcuts', async () => {
  const names = (await readdir('src/site', { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  const listening: string[] = []
  for (const name of names.filter((each) => !withoutSingleKeys.has(each))) {
    const code = await readFile(join('src/site', name), 'utf8')
    if (!/(^\s*|(document|window|globalThis)\.)addEventListener\('keydown'|onShortcut\(\w+\)/m.test(code)) continue
    listening.push(name)
    // `opensSearch` calls it.
    expect(code, name).toMatch(/(mayBeShortcut|opensSearch)\(event\)/)
  }
  expect(listening.length).toBeGreaterThan(1)
})
