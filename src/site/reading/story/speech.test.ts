import { expect, test } from 'vitest'
import { passagesOf, sentencesOf } from './speech.ts'

function pieces(html: string) {
  const text = document.createElement('div')
  text.innerHTML = html
  return passagesOf('The title', text).map(({ words }) => words)
}

test('the title comes first, then every paragraph, point and quotation', () => {
  expect(
    pieces(
      '<h2>One</h2><p>Two <em>words</em>.</p><ul><li><p>Three</p><ul><li><p>Four</p></li></ul></li></ul><blockquote><p>Five</p><p>Six</p></blockquote>',
    ),
  ).toEqual(['The title', 'One', 'Two words.', 'Three', 'Four', 'Five', 'Six'])
})

test('marks of footnotes and the footnotes themselves are not read, formulas are named', () => {
  expect(
    pieces(
      '<p>So<sup class="story-note"><a>1</a></sup> that <math><mi>x</mi></math> holds.<br>Yes.</p><section class="story-notes"><p>No</p></section>',
    ),
  ).toEqual(['The title', 'So that formula holds. Yes.'])
})

test('what is not made to be heard is told by a word, and of pictures only what stands below them', () => {
  expect(
    pieces(
      '<pre><code>x = 1</code></pre><div class="story-table"><table></table></div><div class="story-math"></div><figure><img alt="A"><figcaption>Below</figcaption></figure><hr><p></p>',
    ),
  ).toEqual(['The title', 'Code.', 'A table.', 'A formula.', 'Below'])
})

test('of what is closed only its name is read', () => {
  const inside = '<summary>More</summary><div class="story-toggle-body"><p>Hidden</p></div>'
  expect(pieces(`<details>${inside}</details>`)).toEqual(['The title', 'More'])
  expect(pieces(`<details open>${inside}</details>`)).toEqual(['The title', 'More', 'Hidden'])
})

test('long paragraphs are cut between sentences', () => {
  const sentence = 'This is a sentence of a certain length, and it goes on for a while before it ends. '
  const parts = sentencesOf(sentence.repeat(5), 'en')
  expect(parts).toHaveLength(3)
  expect(parts.join(' ')).toBe(sentence.repeat(5).trim())
  expect(sentencesOf('Short. Shorter.', 'en')).toEqual(['Short. Shorter.'])
})
