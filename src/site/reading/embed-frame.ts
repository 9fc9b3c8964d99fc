import { isEmbedFrame } from '#contract/document/embeds.ts'

const MOST_HEIGHT = 2000
/** Providers that start playing without a second click. */
const playsAtOnce = new Set(['www.youtube-nocookie.com', 'player.vimeo.com'])

/** Replaces the card by a sandboxed iframe of the other site. */
export function play(card: HTMLAnchorElement) {
  const { frame = '', ratio = '' } = card.dataset
  // Stories rendered before the allow-list may name other sites, which the CSP blocks.
  if (!isEmbedFrame(frame)) return location.assign(card.href)
  const view = document.createElement('iframe')
  view.title = card.querySelector('.story-embed-title')?.textContent?.trim() || card.hostname
  view.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  view.referrerPolicy = 'strict-origin-when-cross-origin'
  view.loading = 'lazy'
  view.allowFullscreen = true
  view.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  view.className = 'story-frame'
  if (Number(ratio) > 0) view.style.aspectRatio = ratio
  const address = new URL(frame)
  if (playsAtOnce.has(address.hostname)) address.searchParams.set('autoplay', '1')
  view.src = address.href
  followHeight(view, address.origin)
  card.replaceWith(view)
  view.focus()
}

/** Posts report their height after rendering; others keep the height of their card. */
function followHeight(view: HTMLIFrameElement, origin: string) {
  if (origin !== 'https://platform.twitter.com') return
  addEventListener('message', function resize({ source, data }: MessageEvent<unknown>) {
    if (!view.isConnected) return removeEventListener('message', resize)
    const height = source === view.contentWindow ? heightIn(data) : 0
    if (height > 0) view.style.height = `${Math.min(height, MOST_HEIGHT)}px`
  })
}

function heightIn(data: unknown): number {
  const found = /"height":\s*(\d+)/.exec(JSON.stringify(data) ?? '')
  return Number(found?.[1] ?? 0)
}
