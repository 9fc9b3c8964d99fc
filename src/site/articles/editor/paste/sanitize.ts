import { isSitePath } from '#site/articles/editor/nodes/address.ts'
import { sanitizeAddress } from './addresses.ts'
import { joinFootnotes } from './footnotes.ts'
import { noMarks } from './marks.ts'
import { isFromWord, normalizeWord } from './word.ts'
import { type PastedPicture, createOutput, endLine } from './output.ts'
import { writeInside } from './write.ts'

type SanitizedPaste = { html: string; pictures: PastedPicture[] }

/**
 * Rewrites pasted HTML with the elements a story supports. Only text and validated URLs are copied over, so no script can
 * pass.
 */
export function sanitizePasted(html: string, origin: string): SanitizedPaste {
  if (isFromEditor(html)) return { html: stripActiveContent(html), pictures: [] }
  const body = parsePasted(html)
  if (isFromWord(html)) normalizeWord(body)
  joinFootnotes(body)
  const pictures: PastedPicture[] = []
  const output = createOutput({ origin, pictures, shift: body.querySelector('h1') ? 1 : 0 })
  writeInside(output, body, noMarks)
  endLine(output)
  return { html: output.blocks, pictures }
}

/** Content copied from the editor carries its structure in attributes, which must survive. */
function isFromEditor(html: string) {
  return /\sdata-pm-slice=/.test(html)
}

const activeElements =
  'script, style, iframe, object, embed, link, meta, base, form, svg, math, template, noscript, video, audio'

/** Any page can claim to be copied from the editor, so only safe attributes stay. */
function stripActiveContent(html: string): string {
  const body = parsePasted(html)
  for (const element of body.querySelectorAll(activeElements)) element.remove()
  for (const element of body.querySelectorAll('*')) {
    const unsafe = Array.from(element.attributes).filter(({ name, value }) => !isSafeAttribute(name, value))
    for (const { name } of unsafe) element.removeAttribute(name)
    if (element.localName === 'img' && !isSitePath(element.getAttribute('src') ?? '')) element.remove()
  }
  return body.innerHTML
}

function isSafeAttribute(name: string, value: string) {
  if (name === 'href' || name === 'src')
    return isSitePath(value) || value.startsWith('#') || sanitizeAddress(value) !== null
  return /^(data-[\w-]+|class|alt|title|start|colspan|rowspan|colwidth|width|height|type|checked|open)$/.test(name)
}

/** Parses HTML without running or loading anything. Styles are removed first, or the content security policy reports them. */
export function parsePasted(html: string): HTMLElement {
  return new DOMParser().parseFromString(html.replace(/<style\b[^]*?<\/style\s*>/gi, ''), 'text/html').body
}
