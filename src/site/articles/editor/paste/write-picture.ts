import { escaped } from './marks.ts'
import { type Page, writeBlock } from './page.ts'

/** Pictures no larger than this count readers and show nothing. */
const SMALLEST = 3

/** Pictures of this site stay; those of others leave a link behind that they take the place of later. */
export function writePicture(page: Page, image: Element) {
  const source = image.getAttribute('src')?.trim() || image.getAttribute('data-src')?.trim() || ''
  const alt = words(image.getAttribute('alt') ?? '')
  if (isPixel(image)) return
  const own = ownPlace(source, page.origin)
  if (own) return writeBlock(page, `<img src="${escaped(own)}" alt="${escaped(alt)}">`)
  const caption = words(image.closest('figure')?.querySelector('figcaption')?.textContent ?? '')
  const found = placeOf(source, page)
  if (!found) return alt ? writeBlock(page, `<p>${escaped(alt)}</p>`) : undefined
  // A picture keeps its caption itself; without the picture the caption stays as the words of the link.
  if (caption) image.closest('figure')?.querySelector('figcaption')?.replaceChildren()
  page.pictures.push({ ...found, alt, caption })
  writeBlock(page, `<p><a href="${escaped(found.place)}">${escaped(caption || alt || 'Picture')}</a></p>`)
}

function placeOf(source: string, { pictures }: Page) {
  if (/^data:image\/(png|jpe?g|gif|webp|avif);base64,/i.test(source))
    return { source, place: `#picture-${crypto.randomUUID()}` }
  const address = source.startsWith('//') ? `https:${source}` : source
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null
  const { href } = new URL(address)
  // The same picture twice needs two places, or one would take both.
  const twin = pictures.some(({ place }) => place === href)
  return { source: href, place: twin ? `${href}#${pictures.length}` : href }
}

function ownPlace(source: string, origin: string): string | null {
  const path = source.startsWith(`${origin}/`) ? source.slice(origin.length) : source
  return /^\/media\/[\w./-]+$/.test(path) ? path : null
}

function isPixel(image: Element) {
  return ['width', 'height'].some((side) => {
    const pixels = image.getAttribute(side)
    return pixels !== null && pixels !== '' && Number.parseInt(pixels, 10) < SMALLEST
  })
}

function words(text: string) {
  return text.replace(/\s+/g, ' ').trim().slice(0, 500)
}
