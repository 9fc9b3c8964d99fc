import { expect, test } from 'vitest'
import { createMatcher, findPassage, highlight } from './snippets.ts'

const wanted = (words: string[], stems: string[] = [], prefixes: string[] = []) =>
  createMatcher({ words: new Set(words), stems, prefixes })
const whole = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('')
const hits = (pieces: { text: string; hit: boolean }[]) => pieces.flatMap(({ text, hit }) => (hit ? text : []))

test('the passage contains most of the words and starts at a sentence', () => {
  const text = `A hedge. ${'Nothing is here to see. '.repeat(40)}A hedge is a clock that nobody winds. ${'More of it. '.repeat(40)}`
  const passage = findPassage(text, wanted(['hedge', 'clock']))
  expect(whole(passage)).toMatch(/^A hedge is a clock that nobody winds\. .*…$/)
  expect(hits(passage)).toEqual(['hedge', 'clock'])
})

test('words are marked in their other forms, with accents and in any case', () => {
  expect(hits(highlight('Hedges, HEDGED and hedgehogs', wanted(['hedge'], ['hedg'])))).toEqual(['Hedges', 'HEDGED'])
  expect(hits(findPassage('Une Crème brûlée, des crèmes.', wanted(['creme'], ['crem'])))).toEqual(['Crème', 'crèmes'])
  expect(hits(findPassage('A happy end', wanted(['happiness'], ['happi'])))).toEqual(['happy'])
  expect(hits(findPassage('Thunderbolts', wanted(['thund'], [], ['thund'])))).toEqual(['Thunderbolts'])
})

test('does not match inside a word', () => {
  expect(findPassage('A cartwheel', wanted(['wheel']))).toEqual([])
})

test('segments always add up to the text', () => {
  for (const text of [
    '',
    ' ',
    '😀'.repeat(300),
    `${'x'.repeat(500)} hedge ${'y'.repeat(500)}`,
    'İİİ hedge İİİ',
    'a\u0301'.repeat(80),
  ]) {
    const passage = findPassage(text, wanted(['hedge']))
    const shown = whole(passage).replaceAll('…', '')
    expect(text.replace(/\s+/g, ' ')).toContain(shown)
    expect(whole(highlight(text, wanted(['hedge'])))).toBe(text)
  }
})
