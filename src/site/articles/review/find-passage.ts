/** Where words stand on the page, however they are divided among elements; null when they are not there. */
export function findPassage(root: Element, quote: string): Range | null {
  const wanted = plain(quote)
  if (wanted === '') return null
  const { text, places } = read(root)
  const at = text.indexOf(wanted)
  const first = places[at]
  const last = places[at + wanted.length - 1]
  if (at === -1 || !first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** The words somebody selected, as a note quotes them. */
export function plain(text: string) {
  return text.replace(/\s+/gu, '')
}

/** Every letter that is no space, and where it stands. Spaces differ: a selection has line breaks where the page has elements. */
function read(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const places: { node: Text; offset: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    const { data } = node
    for (let offset = 0; offset < data.length; offset++) {
      const letter = data.charAt(offset)
      if (/\s/u.test(letter)) continue
      text += letter
      places.push({ node, offset })
    }
  }
  return { text, places }
}
