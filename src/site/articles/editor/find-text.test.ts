import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { storyExtensions } from './extensions.ts'
import { findMatches, nextMatchIndex } from './find-text.ts'

const schema = getSchema(storyExtensions())
const docOf = (...lines: string[]) =>
  schema.node(
    'doc',
    null,
    lines.map((line) => schema.node('paragraph', null, line ? schema.text(line) : [])),
  )
const query = (text: string, more = {}) => ({ text, matchCase: false, wholeWord: false, ...more })
const textAt = (doc: ReturnType<typeof docOf>, { from, to }: { from: number; to: number }) => doc.textBetween(from, to)

test('matches ignore case by default', () => {
  const doc = docOf('One and one', 'oneself')
  const found = findMatches(doc, query('one'))
  expect(found.map((place) => textAt(doc, place))).toEqual(['One', 'one', 'one'])
})

test('match case and whole word narrow the matches', () => {
  const doc = docOf('One one oneself éone')
  expect(findMatches(doc, query('one', { matchCase: true }))).toHaveLength(3)
  expect(findMatches(doc, query('one', { wholeWord: true }))).toHaveLength(2)
})

test('a match can span marks and follow a node that is not text', () => {
  const bold = schema.marks['bold']
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [
      schema.text('a'),
      schema.node('hardBreak'),
      schema.text('he', bold ? [bold.create()] : []),
      schema.text('llo'),
    ]),
  ])
  const [place] = findMatches(doc, query('hello'))
  expect(place && textAt(doc, place)).toBe('hello')
})

test('regular expression characters match literally', () => {
  expect(findMatches(docOf('what? (yes) [no] 1+1=2 a.b'), query('(yes) [no] 1+1=2 a.b'))).toHaveLength(1)
  expect(findMatches(docOf('axb'), query('a.b'))).toHaveLength(0)
  expect(findMatches(docOf('anything'), query(''))).toHaveLength(0)
})

test('a query longer than the limit matches nothing', () => {
  const long = 'word '.repeat(20_000)
  expect(findMatches(docOf(long), query(long))).toEqual([])
})

test('the next match is the first at or after a position, and wraps around', () => {
  const found = [
    { from: 2, to: 3 },
    { from: 8, to: 9 },
  ]
  expect([nextMatchIndex(found, 0), nextMatchIndex(found, 3), nextMatchIndex(found, 9)]).toEqual([0, 1, 0])
})
