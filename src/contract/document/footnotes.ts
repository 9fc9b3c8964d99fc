const SECTION = '<section class="story-notes"'
const LIST = /^<section[^>]*><ol[^>]*>(.*)<\/ol><\/section>$/s

/**
 * The public and the members-only HTML as one story: its footnotes stand at the end of the whole text. Each part was
 * rendered with its own footnotes at its end, so that the public part is complete on its own.
 */
export function moveFootnotesToEnd(html: string, membersHtml: string): { html: string; membersHtml: string } {
  const open = split(html)
  if (membersHtml === '' || open.items === '') return { html, membersHtml }
  const members = split(membersHtml)
  const notes = `${SECTION} role="doc-endnotes" aria-label="Footnotes"><ol>${open.items}${members.items}</ol></section>`
  return { html: open.text, membersHtml: members.text + notes }
}

/** Text cannot contain the tag: the renderer escapes it. */
function split(html: string) {
  const start = html.lastIndexOf(SECTION)
  const items = start === -1 ? undefined : LIST.exec(html.slice(start))?.[1]
  return items === undefined ? { text: html, items: '' } : { text: html.slice(0, start), items }
}
