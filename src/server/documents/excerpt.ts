import type { Document } from '#contract/document/document.ts'
import { plainText } from '#contract/document/plain-text.ts'
import { stripLoneSurrogates } from './escape.ts'
import { splitAtMembersLine } from './members-split.ts'

const EXCERPT_LENGTH = 220

/** Only these blocks go into an excerpt. */
const prose = new Set(['paragraph', 'blockquote', 'pullQuote', 'bulletList', 'orderedList', 'taskList', 'callout'])

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** The beginning of the public prose, or of all public text when there is no prose. */
export function excerptFrom(body: Document): string {
  const { open: content } = splitAtMembersLine(body)
  const proseText = plainText({ content: content.filter(({ type }) => prose.has(type)) })
  return excerptOf(proseText) || excerptOf(plainText({ content }))
}

/** Cuts at a word boundary in any script. */
export function excerptOf(text: string): string {
  const line = text
    .slice(0, EXCERPT_LENGTH * 20)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= EXCERPT_LENGTH) return stripLoneSurrogates(line)
  let end = 0
  for (const { index } of segmenter.segment(line.slice(0, EXCERPT_LENGTH * 2))) {
    if (index > EXCERPT_LENGTH) break
    end = index
  }
  // A single overlong word is cut anywhere.
  return `${stripLoneSurrogates(line.slice(0, end || EXCERPT_LENGTH)).trim()}…`
}
