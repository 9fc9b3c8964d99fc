import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nodeRules } from '#contract/document/schema.ts'
import { MAX_DEPTH, Document, MAX_NODES, type Node } from '#contract/document/document.ts'
import { aValidDocument } from '#test/arbitrary-documents.ts'
import { doc, everyBlock, paragraph, text } from '#test/documents.ts'
import { validateDocument } from './validate.ts'

const own = { origin: 'https://own.example' }
const issuesOf = (...content: Node[]) => validateDocument(doc(...content), own)
const pathsOf = (...content: Node[]) => issuesOf(...content).map(({ path }) => path)
const media = { picture: 'A'.repeat(20), file: 'B'.repeat(20) }

test('every node type passes, and the sample covers all rules', () => {
  expect(validateDocument(everyBlock(media), own)).toEqual([])
  const seen = new Set<string>()
  const walk = (node: Node) => {
    seen.add(node.type)
    node.content?.forEach(walk)
  }
  walk(everyBlock(media))
  expect(Object.keys(nodeRules).filter((name) => !seen.has(name))).toEqual([])
})

test('valid documents pass, also through the contract schema', () => {
  fc.assert(
    fc.property(aValidDocument, (body) => {
      expect(validateDocument(Document.parse(body), own)).toEqual([])
    }),
    { numRuns: 200 },
  )
})

const line = (...content: Node[]): Node => ({ type: 'paragraph', content })
const link = (href: unknown) => line({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })
const cell: Node = { type: 'tableCell', content: [paragraph('x')] }
const table: Node = { type: 'table', content: [{ type: 'tableRow', content: [cell] }] }

test.each<[string, Node, string]>([
  ['an unknown node', { type: 'script' }, 'content.0'],
  ['a prototype property as the type', { type: '__proto__' }, 'content.0'],
  ['another prototype property as the type', { type: 'constructor' }, 'content.0'],
  ['an inline node as a block', text('x'), 'content.0'],
  ['a block inside a paragraph', line(paragraph('x')), 'content.0.content.0'],
  ['an unknown attribute', { type: 'paragraph', attrs: { style: 'x' } }, 'content.0.attrs.style'],
  ['a prototype property as an attribute', { type: 'paragraph', attrs: { toString: 'x' } }, 'content.0.attrs.toString'],
  ['a missing attribute', { type: 'heading', content: [text('x')] }, 'content.0.attrs.level'],
  ['a heading of level 1', { type: 'heading', attrs: { level: 1 } }, 'content.0.attrs.level'],
  ['a string where a number is required', { type: 'heading', attrs: { level: '2' } }, 'content.0.attrs.level'],
  ['an unknown tone', { type: 'callout', attrs: { tone: 'x' }, content: [paragraph('x')] }, 'content.0.attrs.tone'],
  ['an unknown size', { type: 'image', attrs: { src: '/x', size: 'huge' } }, 'content.0.attrs.size'],
  ['a picture on another site', { type: 'image', attrs: { src: 'https://x.example/y.png' } }, 'content.0.attrs.src'],
  ['a link with a javascript: URL', link('javascript:alert(1)'), 'content.0.content.0.marks.0.attrs.href'],
  ['a link with a tab in it', link('/\t/x.example'), 'content.0.content.0.marks.0.attrs.href'],
  ['a link whose URL is not a string', link({ toString: () => '/x' }), 'content.0.content.0.marks.0.attrs.href'],
  ['a link that is too long', link(`/${'x'.repeat(2000)}`), 'content.0.content.0.marks.0.attrs.href'],
  ['a button with a data: URL', { type: 'button', attrs: { label: 'x', href: 'data:x' } }, 'content.0.attrs.href'],
  ['an unknown mark', line({ ...text('x'), marks: [{ type: 'blink' }] }), 'content.0.content.0.marks.0'],
  ['a duplicate mark', line(text('x', { type: 'bold' }, { type: 'bold' })), 'content.0.content.0.marks.1'],
  ['a marked block', { ...paragraph('x'), marks: [{ type: 'bold' }] }, 'content.0.marks.0'],
  ['marked code', { type: 'codeBlock', content: [text('x', { type: 'bold' })] }, 'content.0.content.0.marks'],
  ['text on a block', { type: 'paragraph', text: 'x' }, 'content.0.text'],
  ['an empty text', line({ type: 'text', text: '' }), 'content.0.content.0.text'],
  ['a lone surrogate', line(text('a\ud800b')), 'content.0.content.0.text'],
  ['a lone surrogate in an attribute', { type: 'image', attrs: { src: '/x', alt: '\udc00' } }, 'content.0.attrs.alt'],
  ['a null character', line(text('a\0b')), 'content.0.content.0.text'],
  ['a text that is too long', line(text('x'.repeat(100_001))), 'content.0.content.0.text'],
  ['an empty list', { type: 'bulletList', content: [] }, 'content.0.content'],
  ['a list of paragraphs', { type: 'bulletList', content: [paragraph('x')] }, 'content.0.content.0'],
  [
    'a list item that starts with code',
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'codeBlock' }] }] },
    'content.0.content.0.content.0',
  ],
  ['a table in a callout', { type: 'callout', attrs: { tone: 'tip' }, content: [table] }, 'content.0.content.0'],
  ['a toggle without a body', { type: 'toggle', content: [{ type: 'toggleSummary' }] }, 'content.0.content'],
  ['a nested members-only line', { type: 'blockquote', content: [{ type: 'membersLine' }] }, 'content.0.content.0'],
  ['a divider with content', { type: 'horizontalRule', content: [paragraph('x')] }, 'content.0.content'],
  [
    'a gallery with too many pictures',
    { type: 'gallery', content: Array.from({ length: 21 }, () => ({ type: 'image', attrs: { src: '/x' } })) },
    'content.0.content',
  ],
  [
    'a frame from this site',
    { type: 'embed', attrs: { provider: 'other', address: 'https://x.example', frame: 'https://own.example/x' } },
    'content.0.attrs.frame',
  ],
  [
    'a frame without https',
    { type: 'embed', attrs: { provider: 'other', address: 'https://x.example', frame: 'http://x.example/x' } },
    'content.0.attrs.frame',
  ],
  [
    'an embed whose URL is not a web page',
    { type: 'embed', attrs: { provider: 'link', address: 'mailto:a@x.example' } },
    'content.0.attrs.address',
  ],
  [
    'a cell that spans too many columns',
    { ...table, content: [{ type: 'tableRow', content: [{ ...cell, attrs: { colspan: 101 } }] }] },
    'content.0.content.0.content.0.attrs.colspan',
  ],
  ['an invalid media id', { type: 'file', attrs: { media: '../x' } }, 'content.0.attrs.media'],
])('%s is refused, with its path', (_what, node, path) => {
  expect(pathsOf(node)).toEqual([path])
})

test('a second members-only line is refused', () => {
  expect(pathsOf({ type: 'membersLine' }, paragraph('x'), { type: 'membersLine' })).toEqual(['content.2'])
})

test('an empty document is refused', () => {
  expect(pathsOf()).toEqual(['content'])
})

test('all issues are reported at once, up to twenty', () => {
  expect(pathsOf({ type: 'a' }, paragraph('fine'), { type: 'b' })).toEqual(['content.0', 'content.2'])
  expect(pathsOf(...Array.from({ length: 1000 }, () => ({ type: 'script' })))).toHaveLength(20)
})

describe('unfinished blocks are accepted', () => {
  test.each<[Node]>([
    [{ type: 'button', attrs: { label: '', href: '' } }],
    [{ type: 'image', attrs: { media: null, src: '', alt: '' } }],
    [{ type: 'embed', attrs: { provider: 'link', address: '' } }],
    [{ type: 'blockMath', attrs: { latex: '' } }],
    [line({ type: 'footnote', attrs: { text: '' } })],
  ])('%j', (node) => {
    expect(issuesOf(node)).toEqual([])
  })
})

describe('oversized input is refused without a stack overflow', () => {
  const nested = (depth: number) => {
    let node: Node = paragraph('x')
    for (let at = 0; at < depth; at++) node = { type: 'blockquote', content: [node] }
    return doc(node)
  }
  const refused = (value: unknown) => Document.safeParse(value).error?.issues.map(({ message }) => message)

  test('a body nested 100,000 deep', () => {
    expect(refused(nested(100_000))).toEqual([`A story can have at most ${MAX_DEPTH} levels of nesting.`])
    expect(validateDocument(nested(100_000), own)).toEqual([expect.objectContaining({ path: '' })])
  })

  test('the maximum depth passes, and one more does not', () => {
    expect(validateDocument(Document.parse(nested(MAX_DEPTH - 2)), own)).toEqual([])
    expect(refused(nested(MAX_DEPTH - 1))).toHaveLength(1)
  })

  test('a body of a million nodes', () => {
    const many = { type: 'doc', content: Array.from({ length: 1_000_000 }, () => ({ type: 'horizontalRule' })) }
    expect(refused(many)).toEqual([`A story can have at most ${MAX_NODES} nodes.`])
  })

  test('attributes nested 100,000 deep', () => {
    let deep: unknown = 1
    for (let at = 0; at < 100_000; at++) deep = { deep }
    expect(pathsOf({ type: 'image', attrs: { src: '/x', alt: deep, deep } })).toEqual([
      'content.0.attrs.alt',
      'content.0.attrs.deep',
    ])
  })

  test('a million characters and one', () => {
    const lines = Array.from({ length: 10 }, () => paragraph('x'.repeat(100_000)))
    expect(issuesOf(...lines)).toEqual([])
    expect(issuesOf(...lines, paragraph('x'))).toEqual([expect.objectContaining({ path: '' })])
  })
})

test('any input is refused by the schema, refused with paths, or valid', () => {
  const key = fc.constantFrom('type', 'attrs', 'content', 'marks', 'text', '__proto__', 'constructor', 'href', 'level')
  const { thing } = fc.letrec<{ thing: unknown }>((tie) => ({
    thing: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constantFrom('doc', 'paragraph', 'text', 'image', 'toString', 'link', '\ud800', '\0', -1, NaN, null, true),
      fc.dictionary(key, tie('thing'), { maxKeys: 5 }),
      fc.array(tie('thing'), { maxLength: 3 }),
    ),
  }))
  fc.assert(
    fc.property(fc.array(thing, { maxLength: 4 }), (content) => {
      const parsed = Document.safeParse({ type: 'doc', content })
      if (parsed.success) validateDocument(parsed.data, own).every(({ message }) => expect(message).not.toBe(''))
    }),
    { numRuns: 1000 },
  )
})

test('the schema can be exported to OpenAPI', () => {
  for (const io of ['input', 'output'] as const) {
    const printed = z.toJSONSchema(z.object({ body: Document.nullable() }), {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
    })
    expect(JSON.stringify(printed)).toContain('"const":"doc"')
  }
})
