import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORBIDDEN_IN_KEYS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { parseTreePath } from './address.ts'
import { validateKey, encodeKey, decodeKey, parseKey } from './keys.ts'

describe('a key', () => {
  test.each([
    '',
    '.',
    'a.b',
    '#',
    '$key',
    'a/b',
    '[0]',
    'a\u0000',
    'a\u001f',
    'a\u007f',
    'x'.repeat(769),
    'é'.repeat(385),
  ])('may not be %j', (key) => {
    expect(() => validateKey(key)).toThrow(Refusal)
    expect(() => parseKey(encodeURIComponent(key))).toThrow(Refusal)
  })

  test.each(['a', '0', 'with space', 'é'.repeat(384), '😀', '%', 'a&b=c?'])('may be %j', (key) => {
    expect(parseKey(encodeURIComponent(key))).toBe(key)
  })

  test('is decoded once, and refused if it cannot be decoded', () => {
    expect(parseKey('node%252Ejs')).toBe('node%2Ejs')
    for (const segment of ['%', '%zz', '%ff', 'a%2Eb', 'a%2Fb']) expect(() => parseKey(segment)).toThrow(Refusal)
  })
})

test('names and keys map one to one', () => {
  expect(encodeKey('node.js')).toBe('node%2Ejs')
  expect(decodeKey('node%2ejs')).toBeNull()
  expect(decodeKey('node.js')).toBeNull()
  expect(decodeKey('%00')).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      fc.pre(!name.includes('\0'))
      expect(encodeKey(name)).not.toMatch(FORBIDDEN_IN_KEYS)
      expect(decodeKey(encodeKey(name))).toBe(name)
    }),
  )
})

describe('a URL', () => {
  const id = 'abcDEFghiJKLmnoPQR12'
  test.each([
    ['/.json', []],
    ['/users.json?x=/y', ['users']],
    ['/users/u1/name.json', ['users', 'u1', 'name']],
    ['/tags/node%252Ejs.json', ['tags', 'node%252Ejs']],
    ['/tags/.json', ['tags', '']],
    [`/articles/${id}.json`, ['articles', id]],
    [`/articles/${id}/author/name.json`, ['articles', id, 'author', 'name']],
    ['/blog/.json', []],
    ['/blog/categories.json', ['categories']],
  ])('%s is part of the tree', (url, segments) => {
    expect(parseTreePath(url, ['/blog/', '/'])).toEqual(segments)
  })

  test.each([
    '/',
    '/users',
    '/users/u1',
    '/articles',
    '/articles/new',
    '/articles/new.json',
    '/articles/_payload.json',
    '/articles/edit/_payload.json',
    `/articles/${id}`,
    `/articles/${id}x.json`,
    `/articles/${id}/_payload.json`,
    '/users/_payload.json',
    '/tags/x/_payload.json',
    '/_payload.json',
    '/Users.json',
    '/userss.json',
    '/builds/latest.json',
    '/blog/about?x=/users.json',
    '//users.json',
  ])('%s is not part of the tree', (url) => {
    expect(parseTreePath(url, ['/blog/', '/'])).toBeNull()
  })
})
