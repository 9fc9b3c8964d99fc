import type { Document, Node } from './document.ts'

const WORDS_PER_MINUTE = 238

/** Attributes that contain readable text. */
const textAttributes: Record<string, readonly string[]> = {
  image: ['caption'],
  gallery: ['caption'],
  blockMath: ['latex'],
  embed: ['title'],
  button: ['label'],
  file: ['name'],
}
/** One line per block, followed by the footnotes. */
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
  const own = (Object.hasOwn(textAttributes, node.type) ? textAttributes[node.type] : undefined) ?? []
  const attributes = own.map((name) => attributeOf(node, name))
  return [inner.join(hasBlocks(node) ? '\n' : ''), ...attributes].filter(Boolean).join('\n')
}

function attributeOf({ attrs }: Node, name: string) {
  const value = attrs?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

const inline = new Set(['text', 'hardBreak', 'footnote', 'inlineMath'])

function hasBlocks({ content = [] }: Node) {
  return content.some(({ type }) => !inline.has(type))
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** Scripts without spaces between words. Segmented in chunks, because the time grows quadratically. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー]{1,200}/gu
const WORD = /[\p{L}\p{N}\p{M}]+(?:(?:['’.:·_]|(?<=\p{N}),(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu

const MAX_SEGMENTED = 20_000

/** Works in every script. Very long text without spaces is extrapolated from its beginning. */
export function countWords(text: string): number {
  let [found, seen, unseen] = [0, 0, 0]
  const spaced = text.replace(UNSPACED, (stretch) => {
    // Combining marks alone belong to the preceding letter.
    if (/^\p{M}+$/u.test(stretch)) return stretch
    if (seen > MAX_SEGMENTED) {
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
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}
