import type { Node } from '#contract/document/document.ts'
import type { Picture } from '#contract/shapes.ts'
import { parseFrameUrl, parseLink, parseSitePath } from '#contract/document/urls.ts'
import { embedProviderName, isEmbedFrame } from '#contract/document/embeds.ts'
import { attribute, escapeHtml, stripBidiOverrides } from './escape.ts'
import { type NodeRenderer, type RenderContext, numberAttribute, textAttribute } from './render-context.ts'

/** The `sizes` attribute for each display size. */
const displaySizes: Record<string, string> = {
  text: '(min-width: 45rem) 42.5rem, 92vw',
  wide: '(min-width: 66rem) 64rem, 100vw',
  full: '100vw',
  gallery: '(min-width: 45rem) 21rem, 46vw',
}

export const mediaRenderers: Record<string, NodeRenderer> = {
  image(node, _, context, parent) {
    const image = renderPicture(
      node,
      context,
      parent.type === 'gallery' ? 'gallery' : textAttribute(node, 'size') || 'text',
    )
    if (image === '') return ''
    const size = textAttribute(node, 'size')
    const broad = parent.type !== 'gallery' && (size === 'wide' || size === 'full')
    return `<figure${broad ? attribute('class', `story-${size}`) : ''}>${image}${renderCaption(node)}</figure>`
  },
  gallery: (node, inner) =>
    inner.join('') === ''
      ? ''
      : `<figure class="story-gallery"><div class="story-gallery-pictures">${inner.join('')}</div>${renderCaption(node)}</figure>`,
  file(node, _, context) {
    const media = context.library.get(textAttribute(node, 'media'))?.file
    if (!media) return ''
    const name = stripBidiOverrides(media.name)
    return `<p class="story-file"><a${attribute('href', media.href)}${attribute('download', name)}><span class="story-file-name">${escapeHtml(name)}</span> <span class="story-file-size">${formatBytes(media.size)}</span></a></p>`
  },
  embed: (node) => renderEmbed(node),
}

function renderPicture(node: Node, { library }: RenderContext, shown: string) {
  const media = library.get(textAttribute(node, 'media'))?.picture
  const src = media?.src ?? parseSitePath(node.attrs?.['src'])
  if (!src) return ''
  const [width, height] = [
    media?.width ?? numberAttribute(node, 'width'),
    media?.height ?? numberAttribute(node, 'height'),
  ]
  const alt = ` alt="${escapeHtml(textAttribute(node, 'alt'))}"`
  const rest = `${alt}${attribute('width', width)}${attribute('height', height)} loading="lazy" decoding="async"`
  // The link opens the file; with JavaScript it opens a lightbox.
  const zoomable = (image: string) =>
    `<a class="story-zoom"${attribute('href', media ? largestFile(media) : src)}${textAttribute(node, 'alt').trim() ? '' : ' aria-label="View larger picture"'}>${image}</a>`
  if (!media?.widths?.length) return zoomable(`<img${attribute('src', src)}${rest}>`)
  const sizes = attribute('sizes', `auto, ${displaySizes[shown] ?? '100vw'}`)
  const behind = media.placeholder
    ? attribute('style', `background-image:url("${media.placeholder}");background-size:cover`)
    : ''
  const image = `<img${attribute('srcset', srcset(media))}${sizes}${attribute('src', src)}${rest}${behind}>`
  // Animated pictures have a single format.
  if (!src.endsWith('.jpg')) return zoomable(image)
  const source = (format: string) =>
    `<source type="image/${format}"${attribute('srcset', srcset(media, format))}${sizes}>`
  return zoomable(`<picture>${source('avif')}${source('webp')}${image}</picture>`)
}

function largestFile({ src, widths = [] }: Picture) {
  return widths.length > 0 ? src.replace(/\d+(?=\.\w+$)/, String(Math.max(...widths))) : src
}

function srcset({ src, widths = [] }: Picture, format?: string) {
  const [, folder = '', ending = ''] = /^(.*\/)\d+\.(\w+)$/.exec(src) ?? []
  return widths.map((width) => `${folder}${width}.${format ?? ending} ${width}w`).join(', ')
}

function renderCaption(node: Node) {
  const words = textAttribute(node, 'caption').trim()
  return words && `<figcaption>${escapeHtml(words)}</figcaption>`
}

/** A link card. With JavaScript, a click on a playable embed replaces it with the player. */
function renderEmbed(node: Node) {
  const address = parseLink(node.attrs?.['address'])
  if (address === null || !URL.canParse(address)) return ''
  const host = new URL(address).hostname.replace(/^www\./, '')
  const named = (name: string) => stripBidiOverrides(textAttribute(node, name)).trim()
  const site = embedProviderName(named('provider')) ?? (named('site') || host)
  const title = named('title') || address
  const given = parseFrameUrl(node.attrs?.['frame'], '')
  const frame = given !== null && isEmbedFrame(given) ? given : null
  const ratio = numberAttribute(node, 'ratio')
  const from = [named('author'), site].filter(Boolean).join(' · ')
  const line = (name: string, words: string) =>
    words && `<span class="story-embed-${name}" dir="auto">${escapeHtml(words)}</span> `
  const play = frame ? attribute('data-frame', frame) + attribute('data-ratio', ratio) : ''
  const about = frame ? '' : line('about', named('description'))
  const action = `${frame && PLAYABLE.has(named('provider')) ? 'Play' : frame ? 'Show' : 'Open'} on ${site}`
  return `<figure class="story-embed" data-provider="${escapeHtml(named('provider'))}"><a${attribute('href', address)}${play}>${line('title', title)}${about}${line('from', from)}${line('action', action).trim()}</a></figure>`
}

const PLAYABLE = new Set(['youtube', 'vimeo', 'spotify'])

const UNITS = ['bytes', 'KB', 'MB', 'GB']

export function formatBytes(size: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(size, 1)) / 3)))
  const amount = size / 1000 ** unit
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[unit]}`
}
