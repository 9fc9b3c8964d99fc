import { expect, test } from 'vitest'
import { formatWritingAddress, parseWritingAddress } from './writing-address.ts'

const id = 'a'.repeat(20)

test.each([
  ['/articles/new', { id: null, admin: false }],
  [`/articles/edit?id=${id}`, { id, admin: false }],
  [`/Admin/Articles/Edit/?revisions=1&id=${id}`, { id, admin: true }],
])('%s is a writing page', (path, expected) => {
  const read = parseWritingAddress(path)
  expect(read).toEqual(expected)
  expect(read && parseWritingAddress(formatWritingAddress(read))).toEqual(expected)
})

test.each(['', '/articles/edit', '/articles/edit?id=../x', `//evil.example/articles/edit?id=${id}`, '/articles'])(
  '%s is not',
  (path) => expect(parseWritingAddress(path)).toBeNull(),
)
