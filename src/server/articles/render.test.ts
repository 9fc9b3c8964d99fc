import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import type { Document, Mark, Node } from '#contract/document.ts'
import { Refusal } from '#contract/errors.ts'
import { renderDocument } from './render.ts'

const doc = (...content: Node[]): Document => ({ type: 'doc', content })
const text = (value: string, ...marks: Mark[]): Node => ({ type: 'text', text: value, marks })
const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', content })
const link = (href: unknown): Mark => ({ type: 'link', attrs: { href } })

test('text is escaped, marks nest in their order', () => {
  const html = renderDocument(doc(paragraph(text('<b> & "x"', { type: 'bold' }, { type: 'italic' }))))
  expect(html).toBe('<p><strong><em>&lt;b&gt; &amp; &quot;x&quot;</em></strong></p>')
})

test('headings can be pointed at, in any script', () => {
  expect(renderDocument(doc({ type: 'heading', attrs: { level: 2 }, content: [text('The count, again')] }))).toBe(
    '<h2 id="h-the-count-again">The count, again</h2>',
  )
  expect(renderDocument(doc({ type: 'heading', attrs: { level: 3 }, content: [text('زاوية منيب')] }))).toContain(
    'id="h-زاوية-منيب"',
  )
})

test('a picture keeps its size, its words and its caption', () => {
  const html = renderDocument(
    doc({ type: 'image', attrs: { src: '/a.png', alt: 'A "b"', caption: 'C < d', width: 3, height: 2 } }),
  )
  expect(html).toBe(
    '<figure><img src="/a.png" alt="A &quot;b&quot;" width="3" height="2" loading="lazy" decoding="async"><figcaption>C &lt; d</figcaption></figure>',
  )
})

test('a cell of one paragraph is plain', () => {
  const cell = (type: string, value: string): Node => ({ type, content: [paragraph(text(value))] })
  const row = (...content: Node[]): Node => ({ type: 'tableRow', content })
  const html = renderDocument(
    doc({ type: 'table', content: [row(cell('tableHeader', 'a')), row(cell('tableCell', 'b'))] }),
  )
  expect(html).toContain('<thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody>')
})

describe('what could do harm is refused, with the place', () => {
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

  test('says where the fault is', () => {
    const nested = doc(paragraph(text('fine')), { type: 'blockquote', content: [{ type: 'script' }] })
    expect(() => renderDocument(nested)).toThrow(
      expect.objectContaining({
        details: { issues: [expect.objectContaining({ path: ['body', 'content.1.content.0'] })] },
      }),
    )
  })
})

test('whatever a document holds, the page gets only our tags and safe addresses', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<script>', '"><img onerror=x>', "'", 'javascript:x', '/ok', 'https://ok.example'),
  )
  const mark = fc.record({
    type: fc.constantFrom('bold', 'italic', 'strike', 'code', 'link', 'script'),
    attrs: fc.record({ href: anything }),
  })
  const { node } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.record({ type: fc.constant('text'), text: anything, marks: fc.array(mark, { maxLength: 2 }) }),
      fc.record({
        type: fc.constantFrom(
          'paragraph',
          'heading',
          'bulletList',
          'listItem',
          'codeBlock',
          'image',
          'table',
          'tableRow',
          'tableCell',
          'hardBreak',
          'iframe',
        ),
        attrs: fc.record({
          src: anything,
          alt: anything,
          caption: anything,
          language: anything,
          level: fc.integer(),
          align: anything,
          width: fc.anything(),
        }),
        content: fc.array(tie('node'), { maxLength: 3 }),
      }),
    ),
  }))
  const allowed = new Set(
    'p h2 h3 ul ol li blockquote pre code hr br figure img figcaption div table tbody tr th td strong em s a'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), (content) => {
      let html: string
      try {
        html = renderDocument({ type: 'doc', content })
      } catch (error) {
        return error instanceof Refusal
      }
      const { document } = new JSDOM(`<body>${html}</body>`).window
      return [...document.body.querySelectorAll('*')].every(
        (element) =>
          allowed.has(element.localName) &&
          element.getAttributeNames().every((name) => !name.startsWith('on') && name !== 'style') &&
          /^(|[/#].*|https?:\/\/.*|mailto:.*)$/s.test(
            element.getAttribute('href') ?? element.getAttribute('src') ?? '',
          ),
      )
    }),
    { numRuns: 300 },
  )
})
