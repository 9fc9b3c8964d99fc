import type { Document, Mark, Node } from '#contract/document/document.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { parseSitePath } from '#contract/document/urls.ts'
import { parseEmbed } from '#contract/document/embed-addresses.ts'
import type { Library } from './media-lookup.ts'

type Attrs = Record<string, unknown>
type Normalize = (attrs: Attrs, library: Library, site: Pick<SiteConfig, 'base'>) => Attrs

/** Overrides attributes that the server determines itself. */
const normalizers: Record<string, Normalize> = {
  image(attrs, library, { base }) {
    const picture = typeof attrs['media'] === 'string' ? library.get(attrs['media'])?.picture : null
    if (picture) return { ...attrs, src: picture.src, width: picture.width, height: picture.height }
    const src = parseSitePath(attrs['src'])
    // Stored paths are independent of the base path.
    return src !== null && base !== '/' && src.startsWith(base)
      ? { ...attrs, src: `/${src.slice(base.length)}` }
      : attrs
  },
  file(attrs, library) {
    const media = typeof attrs['media'] === 'string' ? library.get(attrs['media']) : undefined
    return { ...attrs, ...media?.file }
  },
  embed(attrs) {
    const { provider, address } = attrs
    // The author chose a card over a player.
    if (provider === 'link') return { ...attrs, frame: null, ratio: null }
    const player = typeof address === 'string' ? parseEmbed(address) : null
    if (player) return { ...attrs, ...player }
    // Any other frame would be blocked by the Content-Security-Policy.
    return { ...attrs, provider: 'link', frame: null, ratio: null }
  },
}

/** The document as stored: known keys only, with server-determined attributes. */
export function normalizeDocument({ content }: Document, library: Library, site: Pick<SiteConfig, 'base'>): Document {
  return { type: 'doc', content: content.map(normalizeNode) }

  function normalizeNode({ type, attrs, content: inner, marks, text }: Node): Node {
    const normalized = attrs && Object.hasOwn(normalizers, type) ? normalizers[type]?.(attrs, library, site) : attrs
    return {
      type,
      ...(normalized && { attrs: normalized }),
      ...(inner && { content: inner.map(normalizeNode) }),
      ...(marks && { marks: marks.map(normalizeMark) }),
      ...(text !== undefined && { text }),
    }
  }
}

function normalizeMark({ type, attrs }: Mark): Mark {
  return { type, ...(attrs && { attrs }) }
}
