import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { paragraphs } from '#test/writing.ts'
import { blocksOf } from './blocks.ts'
import { compareDocuments } from './compare.ts'
import { compareWords } from './compare-words.ts'

const words = fc.array(fc.constantFrom('the', 'sea', 'gate', '海', 'ab', ' ', '\n', ', ', 'é'), { maxLength: 12 })
const text = fc.oneof(
  words.map((list) => list.join('')),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
const block: fc.Arbitrary<Node> = fc.oneof(
  text.map((t) => ({ type: 'paragraph', content: t ? [{ type: 'text', text: t }] : [] })),
  text.map((t) => ({ type: 'heading', attrs: { level: 2 }, content: t ? [{ type: 'text', text: t }] : [] })),
  fc.array(text, { minLength: 1, maxLength: 3 }).map((items) => ({
    type: 'bulletList',
    content: items.map((t) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: t ? [{ type: 'text', text: t }] : [] }],
    })),
  })),
  fc.constant({ type: 'horizontalRule' }),
)
const document = fc.array(block, { maxLength: 8 }).map((content): Document => ({ type: 'doc', content }))

test('the runs reproduce both texts', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const runs = compareWords(before, after)
      const without = (change: string) =>
        runs
          .filter((run) => run.change !== change)
          .map((run) => run.text)
          .join('')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
    }),
  )
})

test('the blocks and their runs reproduce both documents', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const compared = compareDocuments(before, after)
      expect(compared.flatMap((one) => (one.before ? [one.before] : []))).toEqual(blocksOf(before))
      expect(compared.flatMap((one) => (one.after ? [one.after] : []))).toEqual(blocksOf(after))
      for (const { before: old, after: now, runs } of compared) {
        const without = (change: string) => runs.flatMap((run) => (run.change === change ? [] : run.text)).join('')
        if (old) expect(without('added')).toBe(old.text)
        if (now) expect(without('removed')).toBe(now.text)
      }
    }),
  )
})

test('identical documents have only unchanged blocks', () => {
  fc.assert(
    fc.property(document, (one) => {
      expect(compareDocuments(one, structuredClone(one)).every(({ change }) => change === 'same')).toBe(true)
    }),
  )
})

test('a word changed in a paragraph is a changed paragraph, even beside a new one', () => {
  const compared = compareDocuments(
    paragraphs('It was late.', 'The sea lay still under the moon.'),
    paragraphs('It was late.', 'Nobody came.', 'The sea lay calm under the moon.'),
  )
  expect(compared.map(({ change }) => change)).toEqual(['same', 'added', 'changed'])
  expect(compared[2]?.runs).toEqual([
    { change: 'same', text: 'The sea lay ' },
    { change: 'removed', text: 'still' },
    { change: 'added', text: 'calm' },
    { change: 'same', text: ' under the moon.' },
  ])
})

test('changed formatting is a changed block without changed words', () => {
  const bold: Document = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Late', marks: [{ type: 'bold' }] }] }],
  }
  const [one] = compareDocuments(paragraphs('Late'), bold)
  expect(one).toMatchObject({ change: 'changed', runs: [{ change: 'same', text: 'Late' }] })
})

const mixed = (word: string, length: number) => Array.from({ length }, (_, i) => `${word}${i} shared`)

test('texts with too many differences are not compared word by word', () => {
  const few = compareWords(mixed('a', 3).join(' '), mixed('b', 3).join(' '))
  expect(few.filter(({ change }) => change === 'same').length).toBeGreaterThan(0)
  const [before, after] = [mixed('a', 2000).join(' '), mixed('b', 2000).join(' ')]
  expect(compareWords(before, after)).toEqual([
    { change: 'removed', text: before },
    { change: 'added', text: after },
  ])
})

test('documents with too many differences are not compared block by block', () => {
  const blocks = (word: string, length: number) =>
    paragraphs(...mixed(word, length).flatMap((one) => [one, 'The same']))
  const changes = (length: number) =>
    new Set(compareDocuments(blocks('a', length), blocks('b', length)).map(({ change }) => change))
  expect(changes(3)).toContain('same')
  expect(changes(600)).toEqual(new Set(['removed', 'added']))
})
