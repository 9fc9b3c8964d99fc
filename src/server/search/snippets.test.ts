import { expect, test } from 'vitest'
import { matcherOf, passageOf, piecesOf } from './snippets.ts'

const wanted = (words: string[], stems: string[] = [], begun: string[] = []) =>
  matcherOf({ words: new Set(words), stems, begun })
const whole = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('')
const hits = (pieces: { text: string; hit: boolean }[]) => pieces.flatMap(({ text, hit }) => (hit ? text : []))

test('the passage has most of the words, and begins with its sentence', () => {
  const text = `A hedge. ${'Nothing is here to see. '.repeat(40)}A hedge is a clock that nobody winds. ${'More of it. '.repeat(40)}`
  const passage = passageOf(text, wanted(['hedge', 'clock']))
  expect(whole(passage)).toMatch(/^A hedge is a clock that nobody winds\. .*…$/)
  expect(hits(passage)).toEqual(['hedge', 'clock'])
})

test('words are marked in their other forms, with their accents and in any case', () => {
  expect(hits(piecesOf('Hedges, HEDGED and hedgehogs', wanted(['hedge'], ['hedg'])))).toEqual(['Hedges', 'HEDGED'])
  expect(hits(passageOf('Une Crème brûlée, des crèmes.', wanted(['creme'], ['crem'])))).toEqual(['Crème', 'crèmes'])
  expect(hits(passageOf('A happy end', wanted(['happiness'], ['happi'])))).toEqual(['happy'])
  expect(hits(passageOf('Thunderbolts', wanted(['thund'], [], ['thund'])))).toEqual(['Thunderbolts'])
})

test('the middle of a word is no word', () => {
  expect(passageOf('A cartwheel', wanted(['wheel']))).toEqual([])
})

test('nothing is lost or made up, whatever the text is', () => {
  for (const text of [
    '',
    ' ',
    '😀'.repeat(300),
    `${'x'.repeat(500)} hedge ${'y'.repeat(500)}`,
    'İİİ hedge İİİ',
    'a\u0301'.repeat(80),
  ]) {
    const passage = passageOf(text, wanted(['hedge']))
    const shown = whole(passage).replaceAll('…', '')
    expect(text.replace(/\s+/g, ' ')).toContain(shown)
    expect(whole(piecesOf(text, wanted(['hedge'])))).toBe(text)
  }
})
