import type { Document, Node } from '#contract/document/document.ts'

const text = (words: string, ...marks: NonNullable<Node['marks']>): Node =>
  marks.length > 0 ? { type: 'text', marks, text: words } : { type: 'text', text: words }
const p = (...content: Node[]): Node => (content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' })
const cell = { colspan: 1, rowspan: 1, colwidth: null, align: null }
const image = (attrs: Record<string, unknown> = {}): Node => ({
  type: 'image',
  attrs: {
    media: 'aaaaaaaaaaaaaaaaaaaa',
    src: '/media/aaaaaaaaaaaaaaaaaaaa-12345678/1280.jpg',
    alt: 'A gate',
    caption: 'The gate in May',
    size: 'text',
    width: 1800,
    height: 1200,
    ...attrs,
  },
})

export const everyBlock: Document = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('The long way home')] },
    p(
      text('Words, '),
      text('bold', { type: 'bold' }),
      text(' and '),
      text('italic', { type: 'italic' }),
      text(' and '),
      text('struck', { type: 'strike' }),
      text(' and '),
      text('code()', { type: 'code' }),
      text('2', { type: 'superscript' }),
      text('i', { type: 'subscript' }),
      text('marked', { type: 'highlight' }),
      text(' and '),
      text('a link', { type: 'link', attrs: { href: 'https://example.com/' } }),
      { type: 'hardBreak' },
      text('another line'),
      { type: 'footnote', attrs: { text: 'As told by her aunt.' } },
      text(' with '),
      { type: 'inlineMath', attrs: { latex: 'a^2+b^2=c^2' } },
      text('.'),
    ),
    { type: 'heading', attrs: { level: 3 }, content: [text('Quotes')] },
    { type: 'blockquote', content: [p(text('A quote.'))] },
    { type: 'pullQuote', content: [text('It was never far.')] },
    { type: 'heading', attrs: { level: 4 }, content: [text('Lists')] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('One'))] }] },
    {
      type: 'orderedList',
      attrs: { start: 3, type: null },
      content: [{ type: 'listItem', content: [p(text('Three')), image({ size: 'text' })] }],
    },
    {
      type: 'taskList',
      content: [
        { type: 'taskItem', attrs: { checked: true }, content: [p(text('Pack'))] },
        { type: 'taskItem', attrs: { checked: false }, content: [p(text('Go'))] },
      ],
    },
    { type: 'codeBlock', attrs: { language: 'typescript' }, content: [text('const far = false\n')] },
    { type: 'horizontalRule' },
    image({ size: 'wide' }),
    { type: 'gallery', attrs: { caption: 'Three gates' }, content: [image(), image({ alt: '' }), image()] },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', attrs: cell, content: [p(text('Year'))] },
            { type: 'tableHeader', attrs: { ...cell, align: 'right' }, content: [p(text('Miles'))] },
          ],
        },
        {
          type: 'tableRow',
          content: [
            { type: 'tableCell', attrs: cell, content: [p(text('1998'))] },
            { type: 'tableCell', attrs: { ...cell, align: 'right' }, content: [p(text('12'))] },
          ],
        },
      ],
    },
    { type: 'callout', attrs: { tone: 'tip' }, content: [p(text('Bring water.'))] },
    {
      type: 'toggle',
      content: [
        { type: 'toggleSummary', content: [text('How to get there')] },
        { type: 'toggleBody', content: [p(text('By train.'))] },
      ],
    },
    { type: 'blockMath', attrs: { latex: '\\int_0^1 x\\,dx' } },
    {
      type: 'embed',
      attrs: {
        provider: 'youtube',
        address: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        frame: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
        ratio: 1.7778,
        title: 'A song',
        description: '',
        author: 'Someone',
        site: 'YouTube',
      },
    },
    { type: 'button', attrs: { label: 'Read more', href: 'https://example.com/more' } },
    { type: 'membersLine' },
    {
      type: 'file',
      attrs: {
        media: 'bbbbbbbbbbbbbbbbbbbb',
        name: 'map.pdf',
        size: 1_400_000,
        href: '/media/bbbbbbbbbbbbbbbbbbbb-12345678/file',
      },
    },
    p(),
  ],
}
