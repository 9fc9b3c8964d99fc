import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, test, vi } from 'vitest'
import type { Mark, Node } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import { aValidDocument } from '#test/arbitrary-documents.ts'
import { doc, everyBlock, paragraph, text } from '#test/documents.ts'
import { type HeadingIds, uniqueHeadingId } from './heading-ids.ts'
import { nodeRules } from '#contract/document/schema.ts'
import { countWords, plainText } from '#contract/document/plain-text.ts'
import { renderDocument, renderStory } from './render.ts'

const link = (href: unknown): Mark => ({ type: 'link', attrs: { href } })

test('text is escaped and marks nest in order', () => {
  const html = renderDocument(doc(paragraph(text('<b> & "x"', { type: 'bold' }, { type: 'italic' }))))
  expect(html).toBe('<p><strong><em>&lt;b&gt; &amp; &quot;x&quot;</em></strong></p>')
})

test('superscript, subscript and highlight are rendered', () => {
  const marked = ['superscript', 'subscript', 'highlight'].map((type) => text('x', { type }))
  expect(renderDocument(doc(paragraph(...marked)))).toBe('<p><sup>x</sup><sub>x</sub><mark>x</mark></p>')
})

test('trailing empty paragraphs are not rendered, also before the members-only line', () => {
  const blank = { type: 'paragraph' }
  const { html, membersHtml } = renderStory(
    doc(paragraph('One'), blank, paragraph('Two'), blank, { type: 'membersLine' }, paragraph('Three'), blank, blank),
  )
  expect(html).toBe('<p>One</p><p></p><p>Two</p>')
  expect(membersHtml).toBe('<p>Three</p>')
})

test('headings have ids in any script', () => {
  expect(renderDocument(doc({ type: 'heading', attrs: { level: 2 }, content: [text('The count, again')] }))).toBe(
    '<h2 id="h-the-count-again">The count, again</h2>',
  )
  expect(renderDocument(doc({ type: 'heading', attrs: { level: 3 }, content: [text('زاوية منيب')] }))).toContain(
    'id="h-زاوية-منيب"',
  )
})

test('headings with the same text get distinct ids', () => {
  const heading = (words: string): Node => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })
  const idsOf = (...headings: Node[]) => renderStory(doc(...headings)).contents.map(({ id }) => id)
  expect(idsOf(...['A', 'A 2', 'A', 'A', 'A 2'].map(heading))).toEqual(['h-a', 'h-a-2', 'h-a-3', 'h-a-4', 'h-a-2-2'])
})

test('finding a heading id does not retry all earlier ones', () => {
  const taken: HeadingIds = new Map()
  const lookups = vi.spyOn(taken, 'has')
  const ids = Array.from({ length: 5_000 }, () => uniqueHeadingId('A', taken))
  expect(new Set(ids).size).toBe(5_000)
  expect(lookups.mock.calls.length).toBeLessThanOrEqual(2 * 5_000)
})

test('a picture is rendered with its size, alternative text and caption', () => {
  const html = renderDocument(
    doc({ type: 'image', attrs: { src: '/a.png', alt: 'A "b"', caption: 'C < d', width: 3, height: 2 } }),
  )
  expect(html).toBe(
    '<figure><a class="story-zoom" href="/a.png"><img src="/a.png" alt="A &quot;b&quot;" width="3" height="2" loading="lazy" decoding="async"></a><figcaption>C &lt; d</figcaption></figure>',
  )
})

test('a cell with one paragraph has no <p>', () => {
  const cell = (type: string, value: string): Node => ({ type, content: [paragraph(text(value))] })
  const row = (...content: Node[]): Node => ({ type: 'tableRow', content })
  const html = renderDocument(
    doc({ type: 'table', content: [row(cell('tableHeader', 'a')), row(cell('tableCell', 'b'))] }),
  )
  expect(html).toContain('<thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody>')
})

describe('unsafe content is refused with its path:', () => {
  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example/x',
    '/\\evil.example',
    'file:///etc/passwd',
    'no scheme at all',
    '',
    null,
    { toString: () => '/x' },
  ])('a link to %s', (href) => {
    expect(() => renderDocument(doc(paragraph(text('x', link(href)))))).toThrow(Refusal)
  })

  test.each(['javascript:alert(1)', 'http://plain.example/x.png', 'data:image/png;base64,x', '//x.example/y.png'])(
    'a picture from %s',
    (src) => {
      expect(() => renderDocument(doc({ type: 'image', attrs: { src } }))).toThrow(Refusal)
    },
  )

  test.each(['script', 'iframe', 'constructor', '__proto__', 'toString', ''])('a node of the type %s', (type) => {
    expect(() => renderDocument(doc({ type }))).toThrow(Refusal)
    expect(() => renderDocument(doc(paragraph(text('x', { type }))))).toThrow(Refusal)
  })

  test('reports the path of the issue', () => {
    const nested = doc(paragraph(text('fine')), { type: 'blockquote', content: [{ type: 'script' }] })
    expect(() => renderDocument(nested)).toThrow(
      expect.objectContaining({
        details: { issues: [expect.objectContaining({ path: ['body', 'content.1.content.0'] })] },
      }),
    )
  })
})

const allowed = new Set(
  (
    'p h2 h3 h4 ul ol li blockquote pre code hr br figure img picture source figcaption div table colgroup col thead tbody tr th td ' +
    'strong em s a span sup sub mark bdi section aside details summary input ' +
    'math mrow mi mn mo mtext mspace ms mstyle mfrac msqrt mroot msub msup msubsup mover munder munderover mmultiscripts mtable mtr mtd mpadded mphantom menclose'
  ).split(' '),
)
const STYLE = /^[\w\s#.,%:;+-]*$/

const { document } = new JSDOM('<!doctype html>').window

/** Lists everything unsafe in the HTML. */
function unsafeParts(html: string): string[] {
  document.body.innerHTML = html
  const issues: string[] = []
  const ids = new Set<string>()
  const noted: string[] = []
  for (const element of document.body.getElementsByTagName('*')) {
    if (!allowed.has(element.localName)) issues.push(element.localName)
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? ''
      if (name.startsWith('on') || name === 'srcdoc') issues.push(name)
      if (name === 'style' && !STYLE.test(value)) issues.push(value)
      if (name === 'href' && !/^([/#](?![/\\])|https?:\/\/|mailto:)/.test(value)) issues.push(value)
      if (name === 'src' && !/^\/(?![/\\])/.test(value)) issues.push(value)
      if (name === 'data-frame' && !value.startsWith('https://')) issues.push(value)
      if (name === 'href' && value.startsWith('#note-')) noted.push(value.slice(1))
      if (name === 'id' && ids.has(value)) issues.push(`two of ${value}`)
      if (name === 'id') ids.add(value)
    }
  }
  issues.push(...noted.filter((id) => !ids.has(id)))
  // A parser that had to repair the HTML would serialize it differently.
  if (plainly(document.body.innerHTML) !== plainly(html)) issues.push(`is read as ${document.body.innerHTML}`)
  return issues
}

function plainly(html: string) {
  return html
    .replace(/&quot;|&#39;|"/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, '\u00a0')
}

test('every block renders as well-formed HTML', () => {
  const { html, membersHtml, contents } = renderStory(everyBlock())
  expect(unsafeParts(html + membersHtml)).toEqual([])
  expect(html).not.toContain('Only members')
  expect(membersHtml).toContain('Only members')
  expect(membersHtml).toContain('<ol start="2"><li id="note-2"><p>A footnote for members.')
  expect(html).toContain('<li id="note-1"><p>The first footnote.')
  expect(contents.map(({ level, text: words }) => [level, words])).toEqual([
    [2, 'A heading of the second level'],
    [3, 'A heading of the third level'],
    [2, 'For members'],
  ])
})

test('valid documents render only allowed tags, and derived values match', () => {
  const headingsIn = (nodes: Node[]): Node[] =>
    nodes.flatMap((node) => [...(node.type === 'heading' ? [node] : []), ...headingsIn(node.content ?? [])])
  fc.assert(
    fc.property(aValidDocument, (body) => {
      const { html, membersHtml, contents } = renderStory(body)
      expect(unsafeParts(html + membersHtml)).toEqual([])
      const spoken = headingsIn(body.content).filter(
        ({ attrs, content = [] }) =>
          attrs?.['level'] !== 4 && content.some(({ text: words = '' }) => words.trim() !== ''),
      )
      expect(contents.map(({ level }) => level)).toEqual(spoken.map(({ attrs }) => attrs?.['level']))
      for (const { id } of contents) expect(html + membersHtml).toContain(` id="${id}"`)
      expect(countWords(plainText(body))).toBeGreaterThanOrEqual(
        contents.reduce((sum, { text: words }) => sum + countWords(words), 0),
      )
    }),
    { numRuns: 20 },
  )
})

test('any document is refused or renders only allowed tags and safe URLs', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<script>',
      '"><img onerror=x>',
      "'",
      'javascript:x',
      '/ok',
      'https://ok.example',
      '\u202e',
      '\ud800',
    ),
  )
  const mark = fc.record({
    type: fc.constantFrom(
      'bold',
      'italic',
      'strike',
      'code',
      'superscript',
      'highlight',
      'link',
      'script',
      'constructor',
    ),
    attrs: fc.record({ href: anything }, { requiredKeys: [] }),
  })
  const names = [
    'src',
    'alt',
    'caption',
    'language',
    'level',
    'align',
    'width',
    'latex',
    'text',
    'href',
    'label',
    'tone',
  ]
  const { node } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.record({ type: fc.constant('text'), text: anything, marks: fc.array(mark, { maxLength: 2 }) }),
      fc.record({
        type: fc.constantFrom(...Object.keys(nodeRules), 'iframe', '__proto__'),
        attrs: fc.dictionary(fc.constantFrom(...names), fc.oneof(anything, fc.constantFrom(2, null, 'tip')), {
          maxKeys: 2,
        }),
        content: fc.array(tie('node'), { maxLength: 3 }),
      }),
    ),
  }))
  fc.assert(
    fc.property(fc.array(node, { maxLength: 2 }), (content) => {
      let html: string
      try {
        html = renderDocument({ type: 'doc', content })
      } catch (error) {
        return error instanceof Refusal
      }
      expect(unsafeParts(html)).toEqual([])
    }),
    { numRuns: 400 },
  )
})

describe('formulas', () => {
  const rendered = (latex: string) => renderDocument(doc({ type: 'blockMath', attrs: { latex } }))

  test('are MathML', () => {
    expect(rendered('\\frac{1}{x}')).toContain('<mfrac><mn>1</mn><mi>x</mi></mfrac>')
  })

  test.each([
    ['\\href{javascript:alert(1)}{x}', 'href='],
    ['\\url{https://x.example}', 'href='],
    ['\\includegraphics{https://x.example/y.png}', '<img'],
    ['\\class{fixed}{x}', 'class="fixed"'],
    ['\\style{position:fixed}{x}', 'position'],
    ['\\id{content}{x}', 'id='],
    ['\\label{content} x \\ref{content}', 'id='],
    ['\\label{content} x \\ref{content}', 'href'],
    ['\\rlap{x}\\llap{y}', 'position'],
    ['\\kern{-9000em} x', '-9000'],
    ['\\color{red;position:fixed}x', 'position'],
  ])('%s does not produce %s', (latex, harm) => {
    const html = rendered(latex).replace(/<code.*?<\/code>/s, '')
    expect(html).not.toContain(harm)
    expect(unsafeParts(html)).toEqual([])
  })

  test.each([
    '\\frac{',
    '\\nobody',
    '{'.repeat(4000),
    '\\def\\a{\\a\\a}\\a',
    '\\newcommand{\\x}{y} \\x',
    `\\ce{${'\\underbrace{'.repeat(3)}${'}'.repeat(4)}`,
  ])('are shown as source when invalid: %s', (latex) => {
    expect(rendered(latex)).toContain('<code class="story-formula">')
  })
})

describe('input that would take minutes to render is shown without highlighting:', () => {
  const code = (language: string, value: string): Node => ({
    type: 'codeBlock',
    attrs: { language },
    content: [text(value)],
  })
  test.each<[string, Node]>([
    ['empty links in Markdown', code('markdown', '[]('.repeat(20_000))],
    ['one long word in C', code('c', 'a'.repeat(60_000))],
    ['many words in C#', code('csharp', 'def '.repeat(15_000))],
    ['one long word in INI', code('ini', 'a'.repeat(60_000))],
  ])('%s', (_, node) => {
    const { html } = renderStory(doc(node, code('javascript', 'const')), new Map(), 100)
    expect(html).toContain(`>${node.content?.[0]?.text}</code>`)
    expect(html).toContain('<code data-language="javascript">const</code>')
  })

  test('a language whose first use is interrupted is highlighted at the next', () => {
    for (const language of ['swift', 'typescript', 'php', 'perl', 'kotlin', 'java', 'cpp', 'ruby', 'rust', 'csharp']) {
      for (let attempt = 0; attempt < 3; attempt++) renderStory(doc(code(language, '"a"')), new Map(), 1)
      expect(renderDocument(doc(code(language, '"a"')))).toContain('<span class="hljs-string">')
    }
  })

  test('and the next story is highlighted', () => {
    expect(renderDocument(doc(code('javascript', 'const')))).toContain('<span class="hljs-keyword">const</span>')
    expect(renderDocument(doc(code('c', 'int a;')))).toContain('<span class="hljs-type">int</span>')
  })
})

test('code and math beyond the limits are shown plain', () => {
  const code = Array.from({ length: 40 }, () => '{[("`${'.repeat(300))
  const blocks = ['javascript', 'php', 'markdown', 'swift', 'perl'].flatMap((language) =>
    code.map((value): Node => ({ type: 'codeBlock', attrs: { language }, content: [text(value)] })),
  )
  const formulas = Array.from({ length: 150 }, (): Node => ({
    type: 'blockMath',
    attrs: { latex: '\\sqrt{x}^{2}_{3}'.repeat(100) },
  }))
  const highlighted = renderDocument(doc(...blocks))
  expect(highlighted.slice(0, highlighted.indexOf('</code>'))).toContain('hljs-')
  expect(highlighted.slice(highlighted.lastIndexOf('<code'))).not.toContain('hljs-')
  const math = renderDocument(doc(...formulas))
  expect(math.slice(0, math.indexOf('</math>'))).toContain('<msqrt>')
  expect(math.slice(math.lastIndexOf('<code'))).toMatch(/^<code class="story-formula">/)
  // 40,000 characters at 1,600 per formula.
  expect(math.split('<math').length - 1).toBeLessThanOrEqual(25)
})
