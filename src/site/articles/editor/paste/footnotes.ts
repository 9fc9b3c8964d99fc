const marker = /^[^\p{L}\p{N}]*(?:note |nb )?(?:\p{N}{1,4}|\p{L}{1,2}|[ivxlc]{1,5})?[^\p{L}\p{N}]*$/iu

/**
 * Turns footnotes into footnote elements. A reference and its note link to each other, in Word, Google Docs, GitHub,
 * Wikipedia and the stories of this site alike.
 */
export function joinFootnotes(root: Element) {
  const targets = new Map<string, Element>()
  for (const element of root.querySelectorAll('[id], [name]'))
    for (const name of [element.id, element.getAttribute('name') ?? '']) if (name) targets.set(name, element)
  const notes = new Set<Element>()
  const found = [...root.querySelectorAll('a[href*="#"]')].flatMap((link) => {
    const target = targets.get(fragmentOf(link))
    const note = target && isAfter(link, target) && marker.test(link.textContent) ? noteOf(target) : null
    if (!note || !linksBack(note, link)) return []
    const text = textOf(note)
    // Nothing to show in a footnote, for example only a picture: the note stays.
    if (text === '') return []
    notes.add(note)
    return [{ link, text }]
  })
  for (const { link, text } of found) replaceReference(link, text)
  for (const note of notes) removeWithEmptyParents(note, root)
}

function fragmentOf(link: Element) {
  return (link.getAttribute('href') ?? '').split('#')[1] ?? ''
}

function isAfter(link: Element, target: Element) {
  return (link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** The block of a note; null for a heading, which a table of contents links to. */
function noteOf(target: Element): Element | null {
  if (target.closest('h1, h2, h3, h4, h5, h6')) return null
  return target.closest('li, [id^="ftn"], [id^="edn"]') ?? target.closest('p, div, dd')
}

function linksBack(note: Element, link: Element) {
  const around = link.closest('sup') ?? link
  const elements = [around, link, link.parentElement, ...around.querySelectorAll('[id], [name]')]
  const names = new Set(elements.flatMap((element) => (element ? [element.id, element.getAttribute('name')] : [])))
  return [...note.querySelectorAll('a[href*="#"]')].some(
    (back) => fragmentOf(back) !== '' && names.has(fragmentOf(back)),
  )
}

/** The text of a note without its links back. */
function textOf(note: Element) {
  const copy = note.ownerDocument.createElement('div')
  copy.append(...[...note.childNodes].map((child) => child.cloneNode(true)))
  for (const link of copy.querySelectorAll('.mw-cite-backlink, script, style')) link.remove()
  for (const link of copy.querySelectorAll('a[href*="#"]')) if (isBackLink(link)) link.remove()
  return copy.textContent.replace(/\s+/g, ' ').trim()
}

function isBackLink(link: Element) {
  return marker.test(link.textContent)
}

function replaceReference(link: Element, text: string) {
  const raised = link.closest('sup')
  const place = raised?.textContent.trim() === link.textContent.trim() ? raised : link
  const footnote = link.ownerDocument.createElement('sup')
  footnote.setAttribute('data-node', 'footnote')
  footnote.setAttribute('data-text', text)
  place.replaceWith(footnote)
}

function removeWithEmptyParents(note: Element, root: Element) {
  let parent: Element | null = note.parentElement
  note.remove()
  while (parent && parent !== root && isEmptyList(parent)) {
    const above: Element | null = parent.parentElement
    parent.remove()
    parent = above
  }
}

/** GitHub puts a hidden heading into its list of footnotes. */
function isEmptyList(element: Element) {
  const isNotes = element.matches('.footnotes, [data-footnotes], [role="doc-endnotes"]')
  if (element.querySelector('[data-node]')) return false
  return isNotes ? element.querySelector('li') === null : element.textContent.trim() === ''
}
