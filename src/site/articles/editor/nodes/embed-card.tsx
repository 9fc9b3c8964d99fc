import type { Attrs } from '@tiptap/pm/model'
import type { EmbedProvider } from '#contract/document/blocks.ts'
import { hostOf } from './address.ts'
import { LookOfLink } from './look-of-link.tsx'

export type EmbedAttrs = {
  provider: EmbedProvider
  address: string
  frame: string | null
  ratio: number | null
  title: string
  description: string
  author: string
  site: string
}

const names: Partial<Record<EmbedProvider, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  x: 'X',
  codepen: 'CodePen',
  gist: 'GitHub',
  spotify: 'Spotify',
}
const played = new Set<EmbedProvider>(['youtube', 'vimeo', 'spotify'])

export function embedAttrs(attrs: Attrs): EmbedAttrs {
  const { provider, address, frame, ratio, title, description, author, site } = attrs
  return { provider, address, frame, ratio, title, description, author, site }
}

/** What readers see before they click. It asks nobody for anything. */
export function EmbedCard({
  attrs: { provider, address, frame, title, description, author, site },
}: {
  attrs: EmbedAttrs
}) {
  const where = names[provider] ?? (site || hostOf(address))
  const action = frame && played.has(provider) ? 'Play' : frame ? 'Show' : 'Open'
  return (
    <LookOfLink className="edit-embed-card" plays={frame !== null}>
      <span className="story-embed-title" dir="auto">
        {title || address}
      </span>{' '}
      {!frame && description !== '' && (
        <span className="story-embed-about" dir="auto">
          {description}
        </span>
      )}{' '}
      <span className="story-embed-from" dir="auto">
        {[author, where].filter(Boolean).join(' · ')}
      </span>{' '}
      <span className="story-embed-action">
        {action} on {where}
      </span>
    </LookOfLink>
  )
}
