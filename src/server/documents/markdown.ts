import { decodeHTMLStrict } from 'entities'
import { type MarkedToken, type Token, type Tokens, marked } from 'marked'
import type { Document, Mark, Node } from '#contract/document/document.ts'
import { parseLink } from '#contract/document/urls.ts'
import { stripLoneSurrogates } from './escape.ts'
import { plainText } from '#contract/document/plain-text.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$/

type Notes = ReadonlyMap<string, string>

/** HTML in the Markdown becomes literal text, never markup. */
export function markdownToDocument(source: string): Document {
  const { markdown, notes } = extractFootnotes(stripLoneSurrogates(source).replaceAll('\0', ''))
  return { type: 'doc', content: orEmptyParagraph(blocks(marked.lexer(markdown), notes)) }
}

/** No extensions are installed, so every token is built in, although the types allow others. */
function isOwn(token: Token): token is MarkedToken {
  return !('childTokens' in token)
}

function blocks(tokens: Token[], notes: Notes): Node[] {
  return tokens.filter(isOwn).flatMap((token) => block(token, notes))
}

/** Containers need at least one block. */
function orEmptyParagraph(content: Node[]): Node[] {
  return content.length > 0 ? content : [{ type: 'paragraph' }]
}

function block(token: MarkedToken, notes: Notes): Node[] {
  switch (token.type) {
    case 'heading':
      // Level 1 is reserved for the title.
      return [
        {
          type: 'heading',
          attrs: { level: Math.min(Math.max(token.depth, 2), 4) },
          content: inline(token.tokens, notes),
        },
      ]
    case 'paragraph':
      return [figure(token) ?? { type: 'paragraph', content: inline(token.tokens, notes) }]
    case 'text':
      return [{ type: 'paragraph', content: inline([token], notes) }]
    case 'blockquote':
      return [{ type: 'blockquote', content: orEmptyParagraph(blocks(token.tokens, notes)) }]
    case 'code':
      return [{ type: 'codeBlock', attrs: { language: languageOf(token.lang) }, content: text(token.text, []) }]
    case 'list':
      return [list(token, notes)]
    case 'table':
      return [table(token, notes)]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'html':
      return [{ type: 'paragraph', content: text(token.raw.trim(), []) }]
    default:
      return []
  }
}

/** The first word of the info string. */
function languageOf(info: string | undefined) {
  return /^[\w+#.-]{1,40}/.exec(info ?? '')?.[0] ?? null
}

/** A paragraph with only an image becomes a figure, with the image title as caption. */
function figure({ tokens }: Tokens.Paragraph): Node | null {
  const [only, more] = tokens.filter(isOwn)
  if (only?.type !== 'image' || more) return null
  const [alt, caption] = [only.text, only.title ?? ''].map((value) => decodeHTMLStrict(value))
  return {
    type: 'image',
    attrs: { media: null, src: decodeHTMLStrict(only.href), alt, caption, size: 'text', width: null, height: null },
  }
}

function list({ ordered, start, items }: Tokens.List, notes: Notes): Node {
  const tasks = !ordered && items.length > 0 && items.every(({ task }) => task)
  const content = items.map(({ tokens, checked }): Node => {
    const itemContent = inItem(blocks(tokens, notes))
    return tasks
      ? { type: 'taskItem', attrs: { checked: checked === true }, content: itemContent }
      : { type: 'listItem', content: itemContent }
  })
  if (tasks) return { type: 'taskList', content }
  return ordered
    ? { type: 'orderedList', attrs: { start: start || 1, type: null }, content }
    : { type: 'bulletList', content }
}

/** List items start with a paragraph and cannot contain tables, so table rows become paragraphs. */
function inItem(content: Node[]): Node[] {
  const items = content.flatMap((node) => (node.type === 'table' ? (node.content ?? []).map(rowToParagraph) : [node]))
  return items[0]?.type === 'paragraph' ? items : [{ type: 'paragraph' }, ...items]
}

function rowToParagraph({ content = [] }: Node): Node {
  const cells = content.map((cell) => cell.content?.[0]?.content ?? [])
  return {
    type: 'paragraph',
    content: cells.flatMap((cell, index) => [...(index > 0 ? text(' · ', []) : []), ...cell]),
  }
}

function table({ header, rows }: Tokens.Table, notes: Notes): Node {
  const row = (cells: Tokens.TableCell[], type: string): Node => ({
    type: 'tableRow',
    content: cells.map(({ tokens, align }) => ({
      type,
      attrs: { colspan: 1, rowspan: 1, colwidth: null, align },
      content: [{ type: 'paragraph', content: inline(tokens, notes) }],
    })),
  })
  return { type: 'table', content: [row(header, 'tableHeader'), ...rows.map((cells) => row(cells, 'tableCell'))] }
}

function inline(tokens: Token[], notes: Notes, marks: Mark[] = []): Node[] {
  return tokens.filter(isOwn).flatMap((token): Node[] => {
    switch (token.type) {
      case 'strong':
        return inline(token.tokens, notes, add(marks, { type: 'bold' }))
      case 'em':
        return inline(token.tokens, notes, add(marks, { type: 'italic' }))
      case 'del':
        return inline(token.tokens, notes, add(marks, { type: 'strike' }))
      case 'link':
        return inline(token.tokens, notes, addLink(marks, token.href))
      case 'image':
        return text(decodeHTMLStrict(token.text), addLink(marks, token.href))
      case 'codespan':
        return text(token.text, add(marks, { type: 'code' }))
      case 'br':
        return [{ type: 'hardBreak' }]
      case 'checkbox':
        return []
      case 'text':
        return token.tokens ? inline(token.tokens, notes, marks) : withNotes(token.text, notes, marks)
      case 'escape':
        return text(token.text, marks)
      default:
        return text(token.raw, marks)
    }
  })
}

function add(marks: Mark[], mark: Mark): Mark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark]
}

/** The text of a disallowed link stays, without the link. */
function addLink(marks: Mark[], href: string) {
  const address = decodeHTMLStrict(href)
  return parseLink(address) === null ? marks : add(marks, { type: 'link', attrs: { href: address } })
}

/** Replaces references to defined footnotes with footnote nodes. */
function withNotes(value: string, notes: Notes, marks: Mark[]): Node[] {
  return value.split(/(\[\^[^\]\s]+\])/).flatMap((piece) => {
    const words = notes.get(/^\[\^(.+)\]$/.exec(piece)?.[1] ?? '')
    if (words === undefined) return text(decodeHTMLStrict(piece), marks)
    const [first] = blocks(marked.lexer(words), new Map())
    return [{ type: 'footnote', attrs: { text: first ? plainText({ content: [first] }) : '' } }]
  })
}

function text(value: string, marks: Mark[]): Node[] {
  if (value === '') return []
  return [{ type: 'text', text: value, ...(marks.length > 0 && { marks }) }]
}

/** Removes footnote definitions (`[^name]: text`) from Markdown, except inside code. */
function extractFootnotes(markdown: string): { markdown: string; notes: Map<string, string> } {
  const notes = new Map<string, string>()
  const lines: string[] = []
  let fence: string | null = null
  let open: string | null = null
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1] ?? null
    const definition = fence === null ? DEFINITION.exec(line) : null
    if (definition) {
      open = definition[1] ?? ''
      notes.set(open, definition[2] ?? '')
    } else if (open !== null && mark === null && line.trim() !== '') {
      notes.set(open, `${notes.get(open)} ${line.trim()}`.trim())
    } else {
      open = null
      if (fence === null) fence = mark
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = null
      lines.push(line)
    }
  }
  return { markdown: lines.join('\n'), notes }
}
