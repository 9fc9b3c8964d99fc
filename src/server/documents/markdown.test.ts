import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownToDocument } from './markdown.ts'
import { countWords, plainText, readingMinutes } from '#contract/document/plain-text.ts'
import { excerptOf } from './excerpt.ts'
import { renderDocument } from './render.ts'

const html = (markdown: string) => renderDocument(markdownToDocument(markdown))

test.each([
  ['# One\n\n## Two\n\n### Three', '<h2 id="h-one">One</h2><h2 id="h-two">Two</h2><h3 id="h-three">Three</h3>'],
  ['**bold** *em* ~~gone~~ `a < b`', '<p><strong>bold</strong> <em>em</em> <s>gone</s> <code>a &lt; b</code></p>'],
  ['[a *b*](https://x.example/)', '<p><a href="https://x.example/">a <em>b</em></a></p>'],
  [
    '- one\n- two\n  - deep',
    '<ul dir="auto"><li><p>one</p></li><li><p>two</p><ul dir="auto"><li><p>deep</p></li></ul></li></ul>',
  ],
  ['3. three\n4. four', '<ol dir="auto" start="3"><li><p>three</p></li><li><p>four</p></li></ol>'],
  ['> quote', '<blockquote dir="auto"><p>quote</p></blockquote>'],
  [
    '```sql\nselect 1 < 2\n```',
    '<pre tabindex="0"><code data-language="sql"><span class="hljs-keyword">select</span> <span class="hljs-number">1</span> <span class="hljs-operator">&lt;</span> <span class="hljs-number">2</span></code></pre>',
  ],
  ['```nobody-knows x=1\na < b\n```', '<pre tabindex="0"><code data-language="nobody-knows">a &lt; b</code></pre>'],
  ['```\n```', '<pre tabindex="0"><code></code></pre>'],
  ['#### Four\n\n###### Six', '<h4 id="h-four">Four</h4><h4 id="h-six">Six</h4>'],
  [
    '## Same\n\n## Same\n\n## same-2',
    '<h2 id="h-same">Same</h2><h2 id="h-same-2">Same</h2><h2 id="h-same-2-2">same-2</h2>',
  ],
  [
    'a &amp; b &copy; &#x1F33F; &eacute; &nobody; `&amp;`',
    '<p>a &amp; b © 🌿 é &amp;nobody; <code>&amp;amp;</code></p>',
  ],
  ['[a](/x?b=1&amp;c=2)', '<p><a href="/x?b=1&amp;c=2">a</a></p>'],
  ['[words](javascript:alert(1)) and [more](other.html)', '<p>words and more</p>'],
  ['**a __b__**', '<p><strong>a </strong><strong>b</strong></p>'],
  [
    '- [x] done\n- [ ] not yet',
    '<ul class="story-tasks" dir="auto"><li><input type="checkbox" disabled="" checked="" aria-labelledby="task-1"><div><div id="task-1"><p>done</p></div></div></li><li><input type="checkbox" disabled="" aria-labelledby="task-2"><div><div id="task-2"><p>not yet</p></div></div></li></ul>',
  ],
  ['-\n- x', '<ul dir="auto"><li><p></p></li><li><p>x</p></li></ul>'],
  ['>', '<blockquote dir="auto"><p></p></blockquote>'],
  ['- | a | b |\n  |---|---|\n  | 1 | 2 |', '<ul dir="auto"><li><p>a · b</p><p>1 · 2</p></li></ul>'],
  ['', ''],
  ['---', '<hr>'],
  ['one  \ntwo', '<p>one<br>two</p>'],
  ['1 \\* 2 & 3', '<p>1 * 2 &amp; 3</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <b>b</b>', '<p>a &lt;b&gt;b&lt;/b&gt;</p>'],
  [
    '![alt](/x.png "Caption")',
    '<figure><a class="story-zoom" href="/x.png"><img src="/x.png" alt="alt" loading="lazy" decoding="async"></a><figcaption>Caption</figcaption></figure>',
  ],
])('%s', (markdown, expected) => {
  expect(html(markdown)).toBe(expected)
})

test('a table has a head, a body and its alignments', () => {
  expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain(
    '<tr><th scope="col">a</th><th scope="col" class="align-right">b</th></tr></thead><tbody><tr><td>1</td><td class="align-right">2</td></tr>',
  )
})

test('footnotes are at the end, in order of reference, and those in code stay code', () => {
  const made = html(
    'One[^b] two[^a] three[^none].\n\n[^a]: First *said*\n  and done.\n[^b]: word\n\n```\n[^a]: code\n```',
  )
  expect(made).toContain('href="#note-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup> two')
  expect(made).toContain('three[^none].')
  expect(made).toContain('[^a]: code')
  expect(made).toMatch(/<li id="note-1"><p>word <a.*<li id="note-2"><p>First said and done. <a/)
})

test('any Markdown becomes a valid document, except for pictures on other sites', () => {
  const pieces = String.raw`# |- |1. |> |- [ ] |
|

|  |    |~~~|**|_|[^1]|[^1]: x|[x](y)|[x](/y)|<b>|&amp;|&#0;|&#xD800;|---|~~|word |\|***|0. `.split('|')
  const table = '| a | b |\n|---|:-:|\n| 1 | 2 |\n'
  const piece = fc.constantFrom(...pieces, '`', '```', table)
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 30 }), (chosen) => {
      const markdown = chosen.join('')
      fc.pre(!markdown.includes('!['))
      expect(() => html(markdown)).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

test('counts words in every script', () => {
  expect(countWords('Don’t count 3 — dashes!')).toBe(4)
  expect(countWords('القهوة في بيروت')).toBe(3)
  expect(countWords('今日は天気がいい')).toBeGreaterThan(3)
  expect(countWords('')).toBe(0)
})

test('reading time is at least a minute, at 238 words per minute', () => {
  expect([0, 100, 238, 1200].map(readingMinutes)).toEqual([1, 1, 1, 5])
})

test('plain text has one line per block, and the excerpt ends at a word', () => {
  const plain = plainText(markdownToDocument('## Head\n\nOne *two* three.\n\n- a\n- b'))
  expect(plain).toBe('Head\nOne two three.\na\nb')
  const long = excerptOf('word '.repeat(100))
  expect(long).toMatch(/^(word )+word…$/)
  expect(long.length).toBeLessThanOrEqual(221)
  expect(excerptOf('今日は天気がいい。'.repeat(50))).toHaveLength(220)
  expect(excerptOf('🌿'.repeat(300))).not.toMatch(/\p{Cs}/u)
})
