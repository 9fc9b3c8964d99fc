import { expect, test } from 'vitest'
import { addressOf, readAddress } from './writing-address.ts'

const id = 'a'.repeat(20)

test.each([
  ['/articles/new', { id: null, admin: false }],
  [`/articles/edit?id=${id}`, { id, admin: false }],
  [`/Admin/Articles/Edit/?revisions=1&id=${id}`, { id, admin: true }],
])('%s is a page for writing', (path, expected) => {
  const read = readAddress(path)
  expect(read).toEqual(expected)
  expect(read && readAddress(addressOf(read))).toEqual(expected)
})

test.each(['', '/articles/edit', '/articles/edit?id=../x', `//evil.example/articles/edit?id=${id}`, '/articles'])(
  '%s is none',
  (path) => expect(readAddress(path)).toBeNull(),
)
