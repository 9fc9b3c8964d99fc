import { describe, expect, test } from 'vitest'
import { parseLoneAddress, parseTypedAddress, sanitizeAddress } from './addresses.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'

describe('a typed URL', () => {
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
    expect(parseTypedAddress(typed)).toEqual({ address })
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
    expect(parseTypedAddress(typed)).toEqual({
      problem: 'Enter a web page or email address. Other links are not supported.',
    })
  })

  test.each(['', 'hello', 'two words', 'https://'])('%j is not one', (typed) => {
    expect(parseTypedAddress(typed)).toHaveProperty('problem')
  })
})

test('tracking parameters are removed', () => {
  expect(sanitizeAddress('https://example.org/?utm_source=a&q=1&fbclid=2')).toBe('https://example.org/?q=1')
  expect(sanitizeAddress('https://ada:secret@example.org/')).toBe('https://example.org/')
})

test('text that is only a URL is a lone URL', () => {
  expect(parseLoneAddress(' https://example.org/a ')).toBe('https://example.org/a')
  expect(parseLoneAddress('see https://example.org/a')).toBeNull()
  expect(parseLoneAddress('javascript:alert(1)')).toBeNull()
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
    '> [!NOTE]\n> Text',
    '>[!caution]',
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
