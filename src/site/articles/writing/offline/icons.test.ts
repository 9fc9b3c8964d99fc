import { expect, test } from 'vitest'
import { writingIcons } from './icons.ts'

const sources = import.meta.glob<string>(
  ['/src/site/articles/editor/**/*.{ts,tsx}', '/src/site/articles/writing/**/*.{ts,tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

test('the offline editor page includes every icon of the editor', () => {
  const code = Object.values(sources).join('\n')
  const used = [
    ...code.matchAll(/\bicon(?:=|: )['"]([a-z0-9-]+)['"]/g),
    ...code.matchAll(/<Icon\b[^>]*?\bname="([a-z0-9-]+)"/g),
  ].map(([, name]) => name)
  expect(new Set(used).size).toBeGreaterThan(50)
  expect(used.filter((name) => name !== undefined && !writingIcons.includes(name))).toEqual([])
})
