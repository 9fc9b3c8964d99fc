/** Letters. Markdown shows in its beginning, and a whole book is not searched for it. */
const LOOKED_AT = 20_000

/** Any one of these is hardly ever written by accident. */
const sure = [
  /^#{1,6} \S.*(\n\s*\n|\n?(?![\s\S]))/m,
  /^(```|~~~)[\w-]*\s*$/m,
  /!?\[[^\]\n]+\]\((https?:|mailto:|\/|#)[^)\s]*\)/,
  /(^|\s)(\*\*|__)(?=\S)[^\n]*?\S\2(?=[\s.,;:!?)]|$)/m,
  /^\|.+\|[ \t]*\n\|[ \t]*:?-+/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
]

/** Of these it takes two. */
const perhaps = [
  /^\s{0,3}[-*+] \S.*\n+\s*[-*+] \S/m,
  /^\s{0,3}1[.)] \S.*\n+\s{0,3}2[.)] \S/m,
  /^> \S/m,
  /(^|\s)`[^`\n]+`/,
  /(^|\s)[*_](?=\S)[^*_\n]+\S[*_](?=[\s.,;:!?)]|$)/m,
  /^(---|\*\*\*|___)\s*$/m,
]

/** Whether plain text was meant as Markdown. One list and nothing else is enough, too: it loses nothing by it. */
export function looksLikeMarkdown(whole: string): boolean {
  const text = whole.slice(0, LOOKED_AT).replace(/\r\n?/g, '\n')
  if (sure.some((sign) => sign.test(text))) return true
  const seen = perhaps.filter((sign) => sign.test(text)).length
  return seen >= 2 || isList(text)
}

function isList(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => /^\s*([-*+]|\d+[.)]) \S/.test(line))
}
