import type { Document, Mark, Node } from '#contract/document/document.ts'

export const text = (value: string, ...marks: Mark[]): Node => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
})
export const paragraph = (...content: (Node | string)[]): Node => ({
  type: 'paragraph',
  content: content.map((each) => (typeof each === 'string' ? text(each) : each)),
})
export const doc = (...content: Node[]): Document => ({ type: 'doc', content })

const node = (type: string, ...content: Node[]): Node => ({ type, content })
const bold = { type: 'bold' }
const italic = { type: 'italic' }
const link = (href: string): Mark => ({ type: 'link', attrs: { href } })
const heading = (level: number, words: string): Node => ({ type: 'heading', attrs: { level }, content: [text(words)] })
const cellAttrs = { colspan: 1, rowspan: 1, colwidth: null, align: null }
const cell = (type: 'tableHeader' | 'tableCell', words: string, attrs = {}): Node => ({
  type,
  attrs: { ...cellAttrs, ...attrs },
  content: [paragraph(words)],
})

/** Uses a site illustration when there is no library. */
function picture(media: string | undefined, attrs: Record<string, unknown>): Node {
  const illustration = { media: null, src: '/art/hills-1-moss.svg', width: 1200, height: 800 }
  const fromLibrary = { media, src: '', width: null, height: null }
  return {
    type: 'image',
    attrs: { ...(media ? fromLibrary : illustration), alt: 'Hills', caption: '', size: 'text', ...attrs },
  }
}

/** One of every node and mark. Without `media` it has no file, and pictures are site illustrations. */
export function everyBlock(media?: { picture: string; file: string }): Document {
  const image = (attrs: Record<string, unknown>) => picture(media?.picture, attrs)
  return doc(
    paragraph(
      'Plain, ',
      text('bold', bold),
      ', ',
      text('italic', italic),
      ', ',
      text('both', bold, italic),
      ', ',
      text('struck out', { type: 'strike' }),
      ', ',
      text('code', { type: 'code' }),
      ', ',
      text('a link', link('https://example.com/elsewhere')),
      ' and ',
      text('one on this site', link('/about')),
      '.',
      { type: 'hardBreak' },
      'A second line with a formula ',
      { type: 'inlineMath', attrs: { latex: 'e^{i\\pi} + 1 = 0' } },
      ' and a footnote.',
      { type: 'footnote', attrs: { text: 'The first footnote.' } },
    ),
    heading(2, 'A heading of the second level'),
    paragraph('What stands below it.'),
    heading(3, 'A heading of the third level'),
    heading(4, 'A heading of the fourth level'),
    node('blockquote', paragraph('A quotation.'), paragraph('Of two paragraphs.')),
    node('pullQuote', text('A sentence that is worth repeating.')),
    node(
      'bulletList',
      node('listItem', paragraph('A point'), node('bulletList', node('listItem', paragraph('A point below a point')))),
      node('listItem', paragraph('Another point')),
    ),
    {
      type: 'orderedList',
      attrs: { start: 3, type: null },
      content: [node('listItem', paragraph('The third')), node('listItem', paragraph('The fourth'))],
    },
    node(
      'taskList',
      { type: 'taskItem', attrs: { checked: true }, content: [paragraph('Something done')] },
      { type: 'taskItem', attrs: { checked: false }, content: [paragraph('Something to do')] },
    ),
    {
      type: 'codeBlock',
      attrs: { language: 'typescript' },
      content: [text("export function greet(name: string) {\n  return `Hello, ${name}` // 'quoted'\n}")],
    },
    { type: 'horizontalRule' },
    image({ caption: 'A picture as wide as the text.' }),
    image({ size: 'wide', alt: 'Wide hills', caption: 'A wide picture.' }),
    image({ size: 'full', alt: 'Full hills' }),
    {
      type: 'gallery',
      attrs: { caption: 'Three pictures.' },
      content: [image({ alt: 'One' }), image({ alt: 'Two', caption: 'The second' }), image({ alt: 'Three' })],
    },
    node(
      'table',
      node('tableRow', cell('tableHeader', 'Plant'), cell('tableHeader', 'Height', { align: 'right' })),
      node('tableRow', cell('tableCell', 'Bramble'), cell('tableCell', '3 m', { align: 'right' })),
      node('tableRow', cell('tableCell', 'A cell across both columns', { colspan: 2 })),
    ),
    ...['note', 'tip', 'warning', 'important'].map((tone): Node => ({
      type: 'callout',
      attrs: { tone },
      content: [paragraph(`A callout: ${tone}.`)],
    })),
    node(
      'toggle',
      node('toggleSummary', text('What is behind this?')),
      node('toggleBody', paragraph('An optional detail.')),
    ),
    { type: 'blockMath', attrs: { latex: '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}' } },
    {
      type: 'embed',
      attrs: {
        provider: 'youtube',
        address: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        frame: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
        ratio: 16 / 9,
        title: 'A film',
        description: '',
        author: 'Someone',
        site: 'YouTube',
      },
    },
    {
      type: 'embed',
      attrs: {
        provider: 'link',
        address: 'https://example.com/essay',
        frame: null,
        ratio: null,
        title: 'An essay elsewhere',
        description: 'What it is about.',
        author: '',
        site: 'Example',
      },
    },
    { type: 'button', attrs: { label: 'Read more', href: 'https://example.com/more' } },
    ...(media ? [{ type: 'file', attrs: { media: media.file, name: '', size: 0, href: '' } }] : []),
    { type: 'membersLine' },
    heading(2, 'For members'),
    paragraph('Only members read this.', { type: 'footnote', attrs: { text: 'A footnote for members.' } }),
  )
}
