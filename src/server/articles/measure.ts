import type { Document, Node } from '#contract/document.ts'
import { wellFormed } from './document/escape.ts'

const WORDS_A_MINUTE = 238
const EXCERPT_LETTERS = 220

/** Nodes whose attributes hold words of their own. */
const spoken: Record<string, readonly string[]> = {
  image: ['caption'],
  gallery: ['caption'],
  blockMath: ['latex'],
  embed: ['title'],
  button: ['label'],
  file: ['name'],
}
/** What reads as prose; the rest is left out of an excerpt. */
const prose = new Set(['paragraph', 'blockquote', 'pullQuote', 'bulletList', 'orderedList', 'taskList', 'callout'])

/** The words alone, a line a block; the footnotes after the text. */
export function plainText({ content }: Pick<Document, 'content'>): string {
  const notes: string[] = []
  const lines = content.map((node) => textOf(node, notes))
  return [...lines, ...notes].filter(Boolean).join('\n')
}

function textOf(node: Node, notes: string[]): string {
  if (node.text !== undefined) return node.text
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'footnote') {
    notes.push(attributeOf(node, 'text'))
    return ''
  }
  if (node.type === 'inlineMath') return attributeOf(node, 'latex')
  const inner = (node.content ?? []).map((child) => textOf(child, notes))
  const own = (Object.hasOwn(spoken, node.type) ? spoken[node.type] : undefined) ?? []
  const said = own.map((name) => attributeOf(node, name))
  return [inner.join(holdsBlocks(node) ? '\n' : ''), ...said].filter(Boolean).join('\n')
}

function attributeOf({ attrs }: Node, name: string) {
  const value = attrs?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

const inline = new Set(['text', 'hardBreak', 'footnote', 'inlineMath'])

function holdsBlocks({ content = [] }: Node) {
  return content.some(({ type }) => !inline.has(type))
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Counts in every script: not all of them put spaces between words. */
export function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++
  return words
}

export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

/** The beginning of what is told, without headings, pictures and code; of whatever there is, if that is nothing. */
export function excerptFrom(content: Node[]): string {
  const told = plainText({ content: content.filter(({ type }) => prose.has(type)) })
  return excerptOf(told) || excerptOf(plainText({ content }))
}

/** The beginning, cut after a whole word of whatever script. */
export function excerptOf(text: string): string {
  const line = text
    .slice(0, EXCERPT_LETTERS * 20)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= EXCERPT_LETTERS) return wellFormed(line)
  let end = 0
  for (const { index } of segmenter.segment(line.slice(0, EXCERPT_LETTERS * 2))) {
    if (index > EXCERPT_LETTERS) break
    end = index
  }
  // A word without an end is cut where it must be.
  return `${wellFormed(line.slice(0, end || EXCERPT_LETTERS)).trim()}…`
}
