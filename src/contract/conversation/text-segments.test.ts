import { expect, test } from 'vitest'
import { countLinks, findHandles, splitIntoSegments } from './text-segments.ts'

const ada = { handle: 'ada', name: 'Ada Lovelace' }
const known = new Map([
  ['ada', ada],
  ['countess', ada],
])

test.each<[string, string, unknown[]]>([
  ['plain words', 'Well said.', [{ text: 'Well said.' }]],
  ['a mentioned person', 'Hi @ada!', [{ text: 'Hi ' }, { mention: ada }, { text: '!' }]],
  ['a handle in capitals', '@Ada', [{ mention: ada }]],
  ['a former handle', '@countess', [{ mention: ada }]],
  ['an unknown handle', 'Hi @bob', [{ text: 'Hi @bob' }]],
  ['an email address', 'ada@ada.example', [{ text: 'ada@ada.example' }]],
  ['a longer handle', '@ada-b', [{ text: '@ada-b' }]],
  ['a hyphen after a handle', '@ada- yes', [{ mention: ada }, { text: '- yes' }]],
  ['a handle in a URL', 'https://x.example/@ada', [{ address: 'https://x.example/@ada' }]],
  [
    'a URL at the end of a sentence',
    'See https://x.example/a.',
    [{ text: 'See ' }, { address: 'https://x.example/a' }, { text: '.' }],
  ],
  ['a URL in parentheses', '(https://x.example/a)', [{ text: '(' }, { address: 'https://x.example/a' }, { text: ')' }]],
  ['parentheses in a URL', 'https://x.example/a_(b)', [{ address: 'https://x.example/a_(b)' }]],
  ['markup', '<b>@ada</b>', [{ text: '<b>' }, { mention: ada }, { text: '</b>' }]],
  [
    'an attribute in markup',
    '<a href="https://x.example">',
    [{ text: '<a href="' }, { address: 'https://x.example' }, { text: '">' }],
  ],
  [
    'URLs with other schemes',
    'javascript:alert(1) data:text/html,x',
    [{ text: 'javascript:alert(1) data:text/html,x' }],
  ],
  ['a URL without a host', 'http://', [{ text: 'http://' }]],
  [
    'a right-to-left override',
    'https://x.example/\u202egpj',
    [{ address: 'https://x.example/' }, { text: '\u202egpj' }],
  ],
])('%s', (_what, text, pieces) => {
  expect(splitIntoSegments(text, known)).toEqual(pieces)
})

const textOf = (pieces: ReturnType<typeof splitIntoSegments>) =>
  pieces
    .map((piece) => ('text' in piece ? piece.text : 'address' in piece ? piece.address : `@${piece.mention.handle}`))
    .join('')

test('the segments of any text add up to the text', () => {
  const parts = ['@ada', '@', ' ', 'https://', 'http://a.example', '.', ')', '(', 'é', '👩‍👧', '\n', '<', '@ada-', '/']
  let seed = 7
  const next = () => (seed = (seed * 16_807) % 2_147_483_647)
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: next() % 12 }, () => parts[next() % parts.length]).join('')
    expect(textOf(splitIntoSegments(text, known))).toBe(text)
  }
})

// Long enough that quadratic time would exceed the test timeout.
const LONG = 300_000
test.each(['@', '@a', '@a-', 'http://', '(', 'https://a)', '.'])('a long text of only %s is split quickly', (sign) => {
  const text = sign.repeat(LONG / sign.length)
  expect(textOf(splitIntoSegments(text, known))).toBe(text)
})

test.each(['.', ')', '()', '),'])('a long URL that ends in many %s is split quickly', (end) => {
  const text = `https://x.example/(${end.repeat(LONG / end.length)}`
  expect(textOf(splitIntoSegments(text, known))).toBe(text)
})

test('handles are listed once, links are counted every time', () => {
  expect(findHandles('@ada @Ada, @bob-b and me@home.example or @x')).toEqual(['ada', 'bob-b'])
  expect(countLinks('http://a.example http://a.example and www.example')).toBe(2)
})
