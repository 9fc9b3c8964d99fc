import fc from 'fast-check'
import { embedProviders } from '#contract/document/embeds.ts'
import { calloutTones, imageSizes } from '#contract/document/schema.ts'
import type { Document, Mark, Node } from '#contract/document/document.ts'

/** Text in many scripts, including strings that tend to break HTML. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=y>', "' onclick='x", '&amp;', '\u202eevil\u202c'),
  fc.constantFrom(
    'a\u0007b\u000bc',
    'line\r\nline',
    '\ufeff',
    '日本語のテキスト',
    'نص عربي',
    '👩‍👩‍👧‍👦',
    '-->',
    ']]>',
    '`${x}`',
  ),
)
const orEmpty = fc.oneof(anyText, fc.constant(''))
const anyLink = fc.constantFrom(
  '/about',
  '#here',
  'https://x.example/?a=1&b="2"',
  'http://x.example',
  'mailto:a@x.example',
)
const anyMark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constantFrom(
    ...['bold', 'italic', 'strike', 'code', 'superscript', 'subscript', 'highlight'].map((type) => ({ type })),
  ),
  anyLink.map((href) => ({ type: 'link', attrs: { href } })),
)
const marks = fc.uniqueArray(anyMark, { selector: ({ type }) => type, maxLength: 3 })
const latex = fc.oneof(
  orEmpty,
  fc.constantFrom('\\frac{1}{2}', '\\href{javascript:x}{y}', '\\color{red}x', '{{{', '\\label{content}'),
)

const inline: fc.Arbitrary<Node> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('text'), text: anyText, marks }) },
  fc.record({ type: fc.constant('hardBreak'), marks }),
  fc.record({ type: fc.constant('footnote'), attrs: fc.record({ text: orEmpty }), marks }),
  fc.record({ type: fc.constant('inlineMath'), attrs: fc.record({ latex }) }),
)
const line = fc.array(inline, { maxLength: 4 })
const withLine = (type: string) => fc.record({ type: fc.constant(type), content: line })
const leaf = (type: string, attrs: fc.Arbitrary<Record<string, unknown>>) =>
  fc.record({ type: fc.constant(type), attrs })

const image = leaf(
  'image',
  fc.record(
    {
      media: fc.constant(null),
      src: fc.constantFrom('/art/a.svg', '/x"y.png', ''),
      alt: orEmpty,
      caption: orEmpty,
      size: fc.constantFrom(...imageSizes),
      width: fc.option(fc.integer({ min: 1, max: 5000 })),
      height: fc.option(fc.integer({ min: 1, max: 5000 })),
    },
    { requiredKeys: ['src'] },
  ),
)
const embed = leaf(
  'embed',
  fc.record({
    provider: fc.constantFrom(...embedProviders),
    address: fc.constantFrom('https://youtu.be/dQw4w9WgXcQ', 'https://x.example/"><b>', 'http://x.example', ''),
    frame: fc.constantFrom('https://frames.example/x?"', null),
    ratio: fc.constantFrom(null, 1.5),
    title: orEmpty,
    description: orEmpty,
    author: orEmpty,
    site: orEmpty,
  }),
)

const simpleLeaves: fc.Arbitrary<Node>[] = [
  withLine('paragraph'),
  withLine('pullQuote'),
  fc.record({
    type: fc.constant('heading'),
    attrs: fc.record({ level: fc.constantFrom(2, 3, 4) }),
    content: line,
  }),
  fc.record({
    type: fc.constant('codeBlock'),
    attrs: fc.record({ language: fc.constantFrom(null, 'typescript', 'html', 'python', 'nobody') }),
    content: fc.array(fc.record({ type: fc.constant('text'), text: anyText }), { maxLength: 2 }),
  }),
  fc.constant<Node>({ type: 'horizontalRule' }),
  image,
  leaf('blockMath', fc.record({ latex })),
  embed,
  leaf('button', fc.record({ label: orEmpty, href: fc.oneof(anyLink, fc.constant('')) })),
]
const gallery = fc.record({
  type: fc.constant('gallery'),
  attrs: fc.record({ caption: orEmpty }),
  content: fc.array(image, { minLength: 1, maxLength: 4 }),
})

type Tied = { simple: Node; block: Node; item: Node[]; cell: Node; table: Node; toggle: Node }
const few = { minLength: 1, maxLength: 3 }
const depth = { maxDepth: 3, depthSize: 'small' } as const

const { block } = fc.letrec<Tied>((tie) => {
  const simples = fc.array(tie('simple'), few)
  const list = (type: string, item: string, attrs?: fc.Arbitrary<Record<string, unknown>>, own?: typeof attrs) =>
    fc.record({
      type: fc.constant(type),
      ...(own && { attrs: own }),
      content: fc.array(fc.record({ type: fc.constant(item), ...(attrs && { attrs }), content: tie('item') }), few),
    })
  return {
    simple: fc.oneof(
      depth,
      ...simpleLeaves,
      fc.record({ type: fc.constant('blockquote'), content: fc.array(tie('block'), few) }),
      fc.record({
        type: fc.constant('callout'),
        attrs: fc.record({ tone: fc.constantFrom(...calloutTones) }),
        content: simples,
      }),
      list('bulletList', 'listItem'),
      list(
        'orderedList',
        'listItem',
        undefined,
        fc.record({ start: fc.integer({ min: 1, max: 99 }), type: fc.constant(null) }),
      ),
      list('taskList', 'taskItem', fc.record({ checked: fc.boolean() })),
    ),
    item: fc
      .tuple(withLine('paragraph'), fc.array(tie('simple'), { maxLength: 2 }))
      .map(([first, rest]) => [first, ...rest]),
    cell: fc.record({
      type: fc.constantFrom('tableHeader', 'tableCell'),
      attrs: fc.record({
        colspan: fc.integer({ min: 1, max: 3 }),
        rowspan: fc.integer({ min: 1, max: 3 }),
        colwidth: fc.constantFrom(null, [120], [80, 90]),
        align: fc.constantFrom(null, 'left', 'center', 'right'),
      }),
      content: simples,
    }),
    table: fc.record({
      type: fc.constant('table'),
      content: fc.array(fc.record({ type: fc.constant('tableRow'), content: fc.array(tie('cell'), few) }), few),
    }),
    toggle: fc.record({
      type: fc.constant('toggle'),
      content: fc.tuple(withLine('toggleSummary'), fc.record({ type: fc.constant('toggleBody'), content: simples })),
    }),
    block: fc.oneof(depth, { weight: 6, arbitrary: tie('simple') }, gallery, tie('table'), tie('toggle')),
  }
})

/** Valid documents of every node that needs no library. */
export const aValidDocument: fc.Arbitrary<Document> = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 6 }), fc.option(fc.array(block, { maxLength: 4 })))
  .map(([open, members]) => ({
    type: 'doc',
    content: members ? [...open, { type: 'membersLine' }, ...members] : open,
  }))
