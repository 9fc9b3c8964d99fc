import { isSitePlace } from '#site/articles/editor/nodes/address.ts'
import { cleanAddress } from './addresses.ts'
import { noMarks } from './marks.ts'
import { isFromWord, tidyWord } from './word.ts'
import { type PastedPicture, endLine, newPage } from './page.ts'
import { parsePasted } from './parse.ts'
import { writeInside } from './write.ts'

export type Pasted = { html: string; pictures: PastedPicture[] }

/**
 * What was copied elsewhere, written anew with the elements a story knows. Nothing of the original is passed on but its
 * words and addresses that were looked at, so nothing that runs can come along.
 */
export function cleanPasted(html: string, origin: string): Pasted {
  if (isOurs(html)) return { html: withoutPrograms(html), pictures: [] }
  const body = parsePasted(html)
  if (isFromWord(html)) tidyWord(body)
  const pictures: PastedPicture[] = []
  const page = newPage({ origin, pictures, shift: body.querySelector('h1') ? 1 : 0 })
  writeInside(page, body, noMarks)
  endLine(page)
  return { html: page.blocks, pictures }
}

/** What was copied in the editor itself carries its structure in attributes, which must survive. */
function isOurs(html: string) {
  return /\sdata-pm-slice=/.test(html)
}

const runs = 'script, style, iframe, object, embed, link, meta, base, form, svg, math, template, noscript, video, audio'

/** Anybody can say that something was copied here, so it is trusted with its structure only. */
function withoutPrograms(html: string): string {
  const body = parsePasted(html)
  for (const element of body.querySelectorAll(runs)) element.remove()
  for (const element of body.querySelectorAll('*')) {
    const loud = Array.from(element.attributes).filter(({ name, value }) => !isQuiet(name, value))
    for (const { name } of loud) element.removeAttribute(name)
    if (element.localName === 'img' && !isSitePlace(element.getAttribute('src') ?? '')) element.remove()
  }
  return body.innerHTML
}

function isQuiet(name: string, value: string) {
  if (name === 'href' || name === 'src')
    return isSitePlace(value) || value.startsWith('#') || cleanAddress(value) !== null
  return /^(data-[\w-]+|class|alt|title|start|colspan|rowspan|colwidth|width|height|type|checked|open)$/.test(name)
}
