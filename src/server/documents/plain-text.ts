import type { Document, Node } from '#contract/document/document.ts'
import { wellFormed } from './escape.ts'
import { partsOf } from './members-split.ts'

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
/** Scripts that put no spaces between words; a stretch of them is looked at in pieces, because the time for one grows with its square. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー]{1,200}/gu
const WORD = /[\p{L}\p{N}\p{M}]+(?:(?:['’.:·_]|(?<=\p{N}),(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu

const MOST_SEGMENTED = 20_000

/** Counts in every script. Of very long text without spaces the beginning is counted, and the rest taken to be alike. */
export function countWords(text: string): number {
  let [found, seen, unseen] = [0, 0, 0]
  const spaced = text.replace(UNSPACED, (stretch) => {
    // Marks alone belong to the letter before them.
    if (/^\p{M}+$/u.test(stretch)) return stretch
    if (seen > MOST_SEGMENTED) {
      unseen += stretch.length
    } else {
      seen += stretch.length
      for (const { isWordLike } of segmenter.segment(stretch)) if (isWordLike) found++
    }
    return ' '
  })
  const words = spaced.match(WORD)?.length ?? 0
  return words + found + (unseen > 0 ? Math.round((found * unseen) / seen) : 0)
}

export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

/** The beginning of what everybody may read, without headings, pictures and code; of whatever there is, if that is nothing. */
export function excerptFrom(body: Document): string {
  const { open: content } = partsOf(body)
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
