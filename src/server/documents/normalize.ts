import type { Document, Mark, Node } from '#contract/document/document.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { placeOf } from './addresses.ts'
import { embedOf } from './embeds.ts'
import type { Library } from './media-lookup.ts'

type Attrs = Record<string, unknown>
type Settle = (attrs: Attrs, library: Library, site: Pick<SiteConfig, 'base'>) => Attrs

/** What the server knows better than whoever sent it. */
const known: Record<string, Settle> = {
  image(attrs, library, { base }) {
    const picture = typeof attrs['media'] === 'string' ? library.get(attrs['media'])?.picture : null
    if (picture) return { ...attrs, src: picture.src, width: picture.width, height: picture.height }
    const src = placeOf(attrs['src'])
    // Documents are stored by places on the site, wherever the site itself is.
    return src !== null && base !== '/' && src.startsWith(base)
      ? { ...attrs, src: `/${src.slice(base.length)}` }
      : attrs
  },
  file(attrs, library) {
    const held = typeof attrs['media'] === 'string' ? library.get(attrs['media']) : undefined
    return { ...attrs, ...held?.file }
  },
  embed(attrs) {
    const { provider, address } = attrs
    // A card was asked for, not a player.
    if (provider === 'link') return { ...attrs, frame: null, ratio: null }
    const playable = typeof address === 'string' ? embedOf(address) : null
    if (playable) return { ...attrs, ...playable }
    // Any other frame would be blocked by the Content-Security-Policy.
    return { ...attrs, provider: 'link', frame: null, ratio: null }
  },
}

/** The document as it is stored: nothing but what the table names, and set right where the server knows better. */
export function settle({ content }: Document, library: Library, site: Pick<SiteConfig, 'base'>): Document {
  return { type: 'doc', content: content.map(settleNode) }

  function settleNode({ type, attrs, content: inner, marks, text }: Node): Node {
    const settled = attrs && Object.hasOwn(known, type) ? known[type]?.(attrs, library, site) : attrs
    return {
      type,
      ...(settled && { attrs: settled }),
      ...(inner && { content: inner.map(settleNode) }),
      ...(marks && { marks: marks.map(settleMark) }),
      ...(text !== undefined && { text }),
    }
  }
}

function settleMark({ type, attrs }: Mark): Mark {
  return { type, ...(attrs && { attrs }) }
}
