import type { Node } from '#contract/document/document.ts'
import type { Picture } from '#contract/shapes.ts'
import { frameOf, linkOf, placeOf } from './addresses.ts'
import { isEmbedFrame } from '#contract/document/blocks.ts'
import { providerNames } from './embeds.ts'
import { attribute, escapeHtml, withoutOverrides } from './escape.ts'
import { type Draw, type Story, numberIn, textIn } from './render-context.ts'

/** How wide the page shows each size, for the browser to choose a file by. */
const shownAt: Record<string, string> = {
  text: '(min-width: 45rem) 42.5rem, 92vw',
  wide: '(min-width: 66rem) 64rem, 100vw',
  full: '100vw',
  gallery: '(min-width: 45rem) 21rem, 46vw',
}

export const mediaDraws: Record<string, Draw> = {
  image(node, _, story, parent) {
    const image = picture(node, story, parent.type === 'gallery' ? 'gallery' : textIn(node, 'size') || 'text')
    if (image === '') return ''
    const size = textIn(node, 'size')
    const broad = parent.type !== 'gallery' && (size === 'wide' || size === 'full')
    return `<figure${broad ? attribute('class', `story-${size}`) : ''}>${image}${caption(node)}</figure>`
  },
  gallery: (node, inner) =>
    inner.join('') === ''
      ? ''
      : `<figure class="story-gallery"><div class="story-gallery-pictures">${inner.join('')}</div>${caption(node)}</figure>`,
  file(node, _, story) {
    const held = story.library.get(textIn(node, 'media'))?.file
    if (!held) return ''
    const name = withoutOverrides(held.name)
    return `<p class="story-file"><a${attribute('href', held.href)}${attribute('download', name)}><span class="story-file-name">${escapeHtml(name)}</span> <span class="story-file-size">${bytes(held.size)}</span></a></p>`
  },
  embed: (node) => embed(node),
}

function picture(node: Node, { library }: Story, shown: string) {
  const held = library.get(textIn(node, 'media'))?.picture
  const src = held?.src ?? placeOf(node.attrs?.['src'])
  if (!src) return ''
  const [width, height] = [held?.width ?? numberIn(node, 'width'), held?.height ?? numberIn(node, 'height')]
  const alt = ` alt="${escapeHtml(textIn(node, 'alt'))}"`
  const rest = `${alt}${attribute('width', width)}${attribute('height', height)} loading="lazy" decoding="async"`
  // Without a script the link leads to the picture itself; a script shows it above the page.
  const large = (image: string) =>
    `<a class="story-zoom"${attribute('href', held ? largest(held) : src)}${textIn(node, 'alt').trim() ? '' : ' aria-label="The picture, larger"'}>${image}</a>`
  if (!held?.widths?.length) return large(`<img${attribute('src', src)}${rest}>`)
  const sizes = attribute('sizes', `auto, ${shownAt[shown] ?? '100vw'}`)
  const behind = held.placeholder
    ? attribute('style', `background-image:url("${held.placeholder}");background-size:cover`)
    : ''
  const image = `<img${attribute('srcset', files(held))}${sizes}${attribute('src', src)}${rest}${behind}>`
  // An animation moves in one format only.
  if (!src.endsWith('.jpg')) return large(image)
  const source = (format: string) =>
    `<source type="image/${format}"${attribute('srcset', files(held, format))}${sizes}>`
  return large(`<picture>${source('avif')}${source('webp')}${image}</picture>`)
}

function largest({ src, widths = [] }: Picture) {
  return widths.length > 0 ? src.replace(/\d+(?=\.\w+$)/, String(Math.max(...widths))) : src
}

/** The same picture in every width, and in another format if it is named. */
function files({ src, widths = [] }: Picture, format?: string) {
  const [, folder = '', ending = ''] = /^(.*\/)\d+\.(\w+)$/.exec(src) ?? []
  return widths.map((width) => `${folder}${width}.${format ?? ending} ${width}w`).join(', ')
}

function caption(node: Node) {
  const words = textIn(node, 'caption').trim()
  return words && `<figcaption>${escapeHtml(words)}</figcaption>`
}

/** A card that leads there. What can be played is played in its place, after a click and with a script. */
function embed(node: Node) {
  const address = linkOf(node.attrs?.['address'])
  if (address === null || !URL.canParse(address)) return ''
  const host = new URL(address).hostname.replace(/^www\./, '')
  const named = (name: string) => withoutOverrides(textIn(node, name)).trim()
  const site = providerNames[named('provider')] ?? (named('site') || host)
  const title = named('title') || address
  const given = frameOf(node.attrs?.['frame'], '')
  const frame = given !== null && isEmbedFrame(given) ? given : null
  const ratio = numberIn(node, 'ratio')
  const from = [named('author'), site].filter(Boolean).join(' · ')
  const line = (name: string, words: string) =>
    words && `<span class="story-embed-${name}" dir="auto">${escapeHtml(words)}</span> `
  const play = frame ? attribute('data-frame', frame) + attribute('data-ratio', ratio) : ''
  const about = frame ? '' : line('about', named('description'))
  const action = `${frame && PLAYED.has(named('provider')) ? 'Play' : frame ? 'Show' : 'Open'} on ${site}`
  return `<figure class="story-embed" data-provider="${escapeHtml(named('provider'))}"><a${attribute('href', address)}${play}>${line('title', title)}${about}${line('from', from)}${line('action', action).trim()}</a></figure>`
}

const PLAYED = new Set(['youtube', 'vimeo', 'spotify'])

const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** As people say it: 12 KB, 3.4 MB. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(size, 1)) / 3)))
  const amount = size / 1000 ** step
  return `${step > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[step]}`
}
