/** The range of a quote on the page, also across elements; null when it is not there. */
export function findPassage(root: Element, quote: string): Range | null {
  const wanted = stripWhitespace(quote)
  if (wanted === '') return null
  const { text, positions } = readText(root)
  const at = text.indexOf(wanted)
  const first = positions[at]
  const last = positions[at + wanted.length - 1]
  if (at === -1 || !first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

function stripWhitespace(text: string) {
  return text.replace(/\s+/gu, '')
}

/** All non-space characters with their positions. Spaces are ignored: a selection has line breaks where the page has elements. */
function readText(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const positions: { node: Text; offset: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    const { data } = node
    for (let offset = 0; offset < data.length; offset++) {
      const character = data.charAt(offset)
      if (/\s/u.test(character)) continue
      text += character
      positions.push({ node, offset })
    }
  }
  return { text, positions }
}
