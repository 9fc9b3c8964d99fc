import { expect, test } from 'vitest'
import { blockGroups, blocks, findBlocks } from './blocks.ts'
const names = (query: string) => findBlocks(blocks, query).map(({ name }) => name)

test('an empty query lists every block in group order', () => {
  const groups = findBlocks(blocks, '').map(({ group }) => group)
  expect(groups).toHaveLength(blocks.length)
  expect([...new Set(groups)]).toEqual([...blockGroups])
})

test.each([
  ['hea', 'Heading'],
  ['h3', 'Subheading'],
  ['todo', 'Task list'],
  ['youtube', 'Embed'],
  ['hr', 'Divider'],
  ['paywall', 'Members-only line'],
  ['IMAGE', 'Picture'],
  ['latex', 'Formula'],
  ['spoiler', 'Toggle'],
  ['blockq', 'Quote'],
])('%s finds %s first', (query, name) => {
  expect(names(query)[0]).toBe(name)
})

test('an unknown word finds nothing', () => {
  expect(names('zebra')).toEqual([])
})

test('block ids and names are unique', () => {
  expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
  expect(new Set(blocks.map(({ name }) => name)).size).toBe(blocks.length)
})
