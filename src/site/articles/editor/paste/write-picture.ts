import { escapeHtml } from './marks.ts'
import { type Output, writeBlock } from './output.ts'

/** Pixels. Smaller pictures are tracking pixels. */
const MIN_SIZE = 3

/** Pictures of this site stay. Others become a placeholder link until they are imported. */
export function writePicture(output: Output, image: Element) {
  const source = image.getAttribute('src')?.trim() || image.getAttribute('data-src')?.trim() || ''
  const alt = words(image.getAttribute('alt') ?? '')
  if (isTrackingPixel(image)) return
  const own = ownPath(source, output.origin)
  if (own) return writeBlock(output, `<img src="${escapeHtml(own)}" alt="${escapeHtml(alt)}">`)
  const caption = words(image.closest('figure')?.querySelector('figcaption')?.textContent ?? '')
  const found = placeholderOf(source, output)
  if (!found) return alt ? writeBlock(output, `<p>${escapeHtml(alt)}</p>`) : undefined
  // The caption goes into the picture, or into the link text if the import fails.
  if (caption) image.closest('figure')?.querySelector('figcaption')?.replaceChildren()
  output.pictures.push({ ...found, alt, caption })
  writeBlock(output, `<p><a href="${escapeHtml(found.placeholder)}">${escapeHtml(caption || alt || 'Picture')}</a></p>`)
}

function placeholderOf(source: string, { pictures }: Output) {
  if (/^data:image\/(png|jpe?g|gif|webp|avif);base64,/i.test(source))
    return { source, placeholder: `#picture-${crypto.randomUUID()}` }
  const address = source.startsWith('//') ? `https:${source}` : source
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null
  const { href } = new URL(address)
  // The same picture twice needs two placeholders.
  const twin = pictures.some(({ placeholder }) => placeholder === href)
  return { source: href, placeholder: twin ? `${href}#${pictures.length}` : href }
}

function ownPath(source: string, origin: string): string | null {
  const path = source.startsWith(`${origin}/`) ? source.slice(origin.length) : source
  return /^\/media\/[\w./-]+$/.test(path) ? path : null
}

function isTrackingPixel(image: Element) {
  return ['width', 'height'].some((side) => {
    const pixels = image.getAttribute(side)
    return pixels !== null && pixels !== '' && Number.parseInt(pixels, 10) < MIN_SIZE
  })
}

function words(text: string) {
  return text.replace(/\s+/g, ' ').trim().slice(0, 500)
}
