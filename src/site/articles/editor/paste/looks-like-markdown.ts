import { alertSource } from '#site/articles/editor/nodes/github-alerts.ts'

/** Characters checked. The start is enough. */
const SAMPLE_LENGTH = 20_000

/** One of these is enough. */
const strongSigns = [
  /^#{1,6} \S.*(\n\s*\n|\n?(?![\s\S]))/m,
  /^(```|~~~)[\w-]*\s*$/m,
  /!?\[[^\]\n]+\]\((https?:|mailto:|\/|#)[^)\s]*\)/,
  /(^|\s)(\*\*|__)(?=\S)[^\n]*?\S\2(?=[\s.,;:!?)]|$)/m,
  /^\|.+\|[ \t]*\n\|[ \t]*:?-+/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^\[\^[^\]\s]+\]: \S/m,
  new RegExp(`^> ?${alertSource}\\s*$`, 'im'),
  /^\$\$[^$]+\$\$\s*$/m,
  // Formulas with at least one sign of LaTeX, or a single letter: amounts of money have neither.
  /(^|[\s(])\$([a-z]|[^\s$][^$\n]*[\\^_{][^$\n]*)\$(?!\d)/im,
  /(^|[\s(])==(?!\s)[^=\n]*[^\s=]==(?!=)/m,
  /[\p{L}\p{N})]\^[\p{L}\p{N}+-]{1,8}\^/u,
  /[\p{L})]~[\p{L}\p{N}+-]{1,8}~(?!~)/u,
]

/** Two of these are needed. */
const weakSigns = [
  /^\s{0,3}[-*+] \S.*\n+\s*[-*+] \S/m,
  /^\s{0,3}1[.)] \S.*\n+\s{0,3}2[.)] \S/m,
  /^> \S/m,
  /(^|\s)`[^`\n]+`/,
  /(^|\s)[*_](?=\S)[^*_\n]+\S[*_](?=[\s.,;:!?)]|$)/m,
  /^(---|\*\*\*|___)\s*$/m,
]

/** Whether plain text is probably Markdown. A text that is only a list counts, too. */
export function looksLikeMarkdown(whole: string): boolean {
  const text = whole.slice(0, SAMPLE_LENGTH).replace(/\r\n?/g, '\n')
  if (strongSigns.some((sign) => sign.test(text))) return true
  const found = weakSigns.filter((sign) => sign.test(text)).length
  return found >= 2 || isList(text)
}

function isList(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => /^\s*([-*+]|\d+[.)]) \S/.test(line))
}
