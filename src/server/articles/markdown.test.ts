import { expect, test } from 'vitest'
import { markdownToDocument } from './markdown.ts'
import { countWords, excerptOf, plainText, readingMinutes } from './measure.ts'
import { renderDocument } from './render.ts'

const html = (markdown: string) => renderDocument(markdownToDocument(markdown))

test.each([
  ['# One\n\n## Two\n\n### Three', '<h2 id="h-one">One</h2><h2 id="h-two">Two</h2><h3 id="h-three">Three</h3>'],
  ['**bold** *em* ~~gone~~ `a < b`', '<p><strong>bold</strong> <em>em</em> <s>gone</s> <code>a &lt; b</code></p>'],
  [
    '[a *b*](https://x.example/)',
    '<p><a href="https://x.example/">a </a><a href="https://x.example/"><em>b</em></a></p>',
  ],
  ['- one\n- two\n  - deep', '<ul><li><p>one</p></li><li><p>two</p><ul><li><p>deep</p></li></ul></li></ul>'],
  ['3. three\n4. four', '<ol start="3"><li><p>three</p></li><li><p>four</p></li></ol>'],
  ['> quote', '<blockquote><p>quote</p></blockquote>'],
  ['```sql\nselect 1 < 2\n```', '<pre tabindex="0"><code data-language="sql">select 1 &lt; 2</code></pre>'],
  ['---', '<hr>'],
  ['one  \ntwo', '<p>one<br>two</p>'],
  ['1 \\* 2 & 3', '<p>1 * 2 &amp; 3</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <b>b</b>', '<p>a &lt;b&gt;b&lt;/b&gt;</p>'],
  [
    '![alt](/x.png "Caption")',
    '<figure><img src="/x.png" alt="alt" loading="lazy" decoding="async"><figcaption>Caption</figcaption></figure>',
  ],
])('%s', (markdown, expected) => {
  expect(html(markdown)).toBe(expected)
})

test('a table has a head, a body and its alignments', () => {
  expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain(
    '<tr><th scope="col">a</th><th scope="col" class="align-right">b</th></tr><tr><td>1</td><td class="align-right">2</td></tr>',
  )
})

test('words are counted in every script', () => {
  expect(countWords('Don’t count 3 — dashes!')).toBe(4)
  expect(countWords('القهوة في بيروت')).toBe(3)
  expect(countWords('今日は天気がいい')).toBeGreaterThan(3)
  expect(countWords('')).toBe(0)
})

test('reading takes a minute at least, and about 238 words a minute', () => {
  expect([0, 100, 238, 1200].map(readingMinutes)).toEqual([1, 1, 1, 5])
})

test('the plain text has a line a block, and the excerpt ends after a word', () => {
  const plain = plainText(markdownToDocument('## Head\n\nOne *two* three.\n\n- a\n- b'))
  expect(plain).toBe('Head\nOne two three.\na\nb')
  const long = excerptOf('word '.repeat(100))
  expect(long).toMatch(/^(word )+word…$/)
  expect(long.length).toBeLessThanOrEqual(221)
})
