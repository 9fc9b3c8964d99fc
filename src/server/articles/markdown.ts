import { type MarkedToken, type Token, type Tokens, marked } from 'marked'
import type { Document, Mark, Node } from '#contract/document.ts'

/** Markdown as a story's document. HTML inside it is kept as the text it is, never as markup. */
export function markdownToDocument(markdown: string): Document {
  return { type: 'doc', content: blocks(marked.lexer(markdown)) }
}

/** No extension is installed, so every token is one of the library's own; its types allow others. */
function isOwn(token: Token): token is MarkedToken {
  return !('childTokens' in token)
}

function blocks(tokens: Token[]): Node[] {
  return tokens.filter(isOwn).flatMap(block)
}

function block(token: MarkedToken): Node[] {
  switch (token.type) {
    case 'heading':
      // The title is the only heading of the first level, and the text needs no more than two below it.
      return [{ type: 'heading', attrs: { level: token.depth <= 2 ? 2 : 3 }, content: inline(token.tokens) }]
    case 'paragraph':
      return [figure(token) ?? { type: 'paragraph', content: inline(token.tokens) }]
    case 'text':
      return [{ type: 'paragraph', content: inline([token]) }]
    case 'blockquote':
      return [{ type: 'blockquote', content: blocks(token.tokens) }]
    case 'code':
      return [
        { type: 'codeBlock', attrs: { language: token.lang || null }, content: [{ type: 'text', text: token.text }] },
      ]
    case 'list':
      return [list(token)]
    case 'table':
      return [table(token)]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'html':
      return [{ type: 'paragraph', content: [{ type: 'text', text: token.raw.trim() }] }]
    default:
      return []
  }
}

/** A picture that stands alone; its title is the caption. */
function figure({ tokens }: Tokens.Paragraph): Node | null {
  const [only, more] = tokens.filter(isOwn)
  if (only?.type !== 'image' || more) return null
  return { type: 'image', attrs: { src: only.href, alt: only.text, caption: only.title ?? '' } }
}

function list({ ordered, start, items }: Tokens.List): Node {
  const content = items.map(({ tokens }): Node => ({ type: 'listItem', content: blocks(tokens) }))
  return ordered ? { type: 'orderedList', attrs: { start: start || 1 }, content } : { type: 'bulletList', content }
}

function table({ header, rows }: Tokens.Table): Node {
  const row = (cells: Tokens.TableCell[], type: string): Node => ({
    type: 'tableRow',
    content: cells.map(({ tokens, align }) => ({
      type,
      attrs: { align },
      content: [{ type: 'paragraph', content: inline(tokens) }],
    })),
  })
  return { type: 'table', content: [row(header, 'tableHeader'), ...rows.map((cells) => row(cells, 'tableCell'))] }
}

function inline(tokens: Token[], marks: Mark[] = []): Node[] {
  return tokens.filter(isOwn).flatMap((token) => {
    switch (token.type) {
      case 'strong':
        return inline(token.tokens, [...marks, { type: 'bold' }])
      case 'em':
        return inline(token.tokens, [...marks, { type: 'italic' }])
      case 'del':
        return inline(token.tokens, [...marks, { type: 'strike' }])
      case 'link':
        return inline(token.tokens, [...marks, { type: 'link', attrs: { href: token.href } }])
      case 'codespan':
        return text(token.text, [...marks, { type: 'code' }])
      case 'br':
        return [{ type: 'hardBreak' }]
      case 'text':
        return token.tokens ? inline(token.tokens, marks) : text(token.text, marks)
      case 'escape':
        return text(token.text, marks)
      default:
        return text(token.raw, marks)
    }
  })
}

function text(value: string, marks: Mark[]): Node[] {
  if (value === '') return []
  return [{ type: 'text', text: value, ...(marks.length > 0 && { marks }) }]
}
