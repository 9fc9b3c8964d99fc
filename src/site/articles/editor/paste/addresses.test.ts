import { describe, expect, test } from 'vitest'
import { cleanAddress, loneAddress, typedAddress } from './addresses.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'

describe('an address as it was typed', () => {
  test.each([
    ['example.org', 'https://example.org/'],
    ['  example.org/a b ', 'https://example.org/ab'],
    ['http://example.org', 'http://example.org/'],
    ['//example.org/x', 'https://example.org/x'],
    ['/\\example.org/x', 'https://example.org/x'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['/story/one', '/story/one'],
    ['#part', '#part'],
  ])('%s leads to %s', (typed, address) => {
    expect(typedAddress(typed)).toEqual({ address })
  })

  test.each([
    'javascript:alert(1)',
    ' JaVa\tScript:alert(1)',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
  ])('%j is refused', (typed) => {
    expect(typedAddress(typed)).toEqual({
      problem: 'A link leads to a web page or a mail address. This one would not.',
    })
  })

  test.each(['', 'hello', 'two words', 'https://'])('%j is not one', (typed) => {
    expect(typedAddress(typed)).toHaveProperty('problem')
  })
})

test('what follows readers around is taken out of an address', () => {
  expect(cleanAddress('https://example.org/?utm_source=a&q=1&fbclid=2')).toBe('https://example.org/?q=1')
  expect(cleanAddress('https://ada:secret@example.org/')).toBe('https://example.org/')
})

test('one address and nothing else is a lone address', () => {
  expect(loneAddress(' https://example.org/a ')).toBe('https://example.org/a')
  expect(loneAddress('see https://example.org/a')).toBeNull()
  expect(loneAddress('javascript:alert(1)')).toBeNull()
})

describe('plain text', () => {
  test.each([
    '# Title\n\nText',
    'a **bold** word',
    '[x](https://a.example)',
    '```js\n1\n```',
    '- one\n- two',
    '| a | b |\n|---|---|',
    '1. one\n2. two',
    '> said\n\n`code`',
  ])('%j looks like Markdown', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true)
  })

  test.each([
    'Just a sentence.',
    '# comment\nx = 1',
    '- a dash begins this\nbut not this',
    '2 * 3 * 4 and a_b_c',
    'snake__case__word',
    'https://example.org',
    'a\n\nb',
  ])('%j does not', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false)
  })
})
