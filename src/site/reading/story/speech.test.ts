import { expect, test } from 'vitest'
import { passagesOf, sentencesOf } from './speech.ts'

function pieces(html: string) {
  const text = document.createElement('div')
  text.innerHTML = html
  return passagesOf('The title', text).map(({ words }) => words)
}

test('the title is read first, then every heading, paragraph, list item and quote', () => {
  expect(
    pieces(
      '<h2>One</h2><p>Two <em>words</em>.</p><ul><li><p>Three</p><ul><li><p>Four</p></li></ul></li></ul><blockquote><p>Five</p><p>Six</p></blockquote>',
    ),
  ).toEqual(['The title', 'One', 'Two words.', 'Three', 'Four', 'Five', 'Six'])
})

test('footnotes and their markers are skipped, and formulas are announced', () => {
  expect(
    pieces(
      '<p>So<sup class="story-note"><a>1</a></sup> that <math><mi>x</mi></math> holds.<br>Yes.</p><section class="story-notes"><p>No</p></section>',
    ),
  ).toEqual(['The title', 'So that formula holds. Yes.'])
})

test('code, tables and formulas are announced, and pictures are read by their caption', () => {
  expect(
    pieces(
      '<pre><code>x = 1</code></pre><div class="story-table"><table></table></div><div class="story-math"></div><figure><img alt="A"><figcaption>Below</figcaption></figure><hr><p></p>',
    ),
  ).toEqual(['The title', 'Code.', 'A table.', 'A formula.', 'Below'])
})

test('only the summary of a closed toggle is read', () => {
  const inside = '<summary>More</summary><div class="story-toggle-body"><p>Hidden</p></div>'
  expect(pieces(`<details>${inside}</details>`)).toEqual(['The title', 'More'])
  expect(pieces(`<details open>${inside}</details>`)).toEqual(['The title', 'More', 'Hidden'])
})

test('long paragraphs are split between sentences', () => {
  const sentence = 'This is a sentence of a certain length, and it goes on for a while before it ends. '
  const parts = sentencesOf(sentence.repeat(5), 'en')
  expect(parts).toHaveLength(3)
  expect(parts.join(' ')).toBe(sentence.repeat(5).trim())
  expect(sentencesOf('Short. Shorter.', 'en')).toEqual(['Short. Shorter.'])
})
