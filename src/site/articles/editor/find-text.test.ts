import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { storyExtensions } from './extensions.ts'
import { findIn, nextFrom } from './find-text.ts'

const schema = getSchema(storyExtensions())
const docOf = (...lines: string[]) =>
  schema.node(
    'doc',
    null,
    lines.map((line) => schema.node('paragraph', null, line ? schema.text(line) : [])),
  )
const wanted = (words: string, more = {}) => ({ words, sameCase: false, wholeWord: false, ...more })
const textAt = (doc: ReturnType<typeof docOf>, { from, to }: { from: number; to: number }) => doc.textBetween(from, to)

test('words are found whatever their case, at their places', () => {
  const doc = docOf('One and one', 'oneself')
  const found = findIn(doc, wanted('one'))
  expect(found.map((place) => textAt(doc, place))).toEqual(['One', 'one', 'one'])
})

test('the same case and whole words narrow it down', () => {
  const doc = docOf('One one oneself éone')
  expect(findIn(doc, wanted('one', { sameCase: true }))).toHaveLength(3)
  expect(findIn(doc, wanted('one', { wholeWord: true }))).toHaveLength(2)
})

test('words are found across bold and beside things that are no text', () => {
  const bold = schema.marks['bold']
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [
      schema.text('a'),
      schema.node('hardBreak'),
      schema.text('he', bold ? [bold.create()] : []),
      schema.text('llo'),
    ]),
  ])
  const [place] = findIn(doc, wanted('hello'))
  expect(place && textAt(doc, place)).toBe('hello')
})

test('signs of patterns are only signs', () => {
  expect(findIn(docOf('what? (yes) [no] 1+1=2 a.b'), wanted('(yes) [no] 1+1=2 a.b'))).toHaveLength(1)
  expect(findIn(docOf('axb'), wanted('a.b'))).toHaveLength(0)
  expect(findIn(docOf('anything'), wanted(''))).toHaveLength(0)
})

test('words longer than a pattern can be are not found', () => {
  const long = 'word '.repeat(20_000)
  expect(findIn(docOf(long), wanted(long))).toEqual([])
})

test('the next place is the first one from here on, or the first of all', () => {
  const found = [
    { from: 2, to: 3 },
    { from: 8, to: 9 },
  ]
  expect([nextFrom(found, 0), nextFrom(found, 3), nextFrom(found, 9)]).toEqual([0, 1, 0])
})
