import type { Attrs } from '@tiptap/pm/model'
import { type EmbedProvider, embedProviderName } from '#contract/document/embeds.ts'
import { hostOf } from './address.ts'
import { InertLink } from './inert-link.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

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

const played = new Set<EmbedProvider>(['youtube', 'vimeo', 'spotify'])

export function embedAttrs(attrs: Attrs): EmbedAttrs {
  const { provider, address, frame, ratio, title, description, author, site } = attrs
  return { provider, address, frame, ratio, title, description, author, site }
}

/** The card readers see before they click. Loads nothing from the provider. */
export function EmbedCard({
  attrs: { provider, address, frame, title, description, author, site },
}: {
  attrs: EmbedAttrs
}) {
  const where = embedProviderName(provider) ?? (site || hostOf(address))
  const action = frame && played.has(provider) ? 'Play' : frame ? 'Show' : 'Open'
  return (
    <InertLink className="edit-embed-card" plays={frame !== null}>
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
    </InertLink>
  )
}

export function EmbedSkeleton({ address }: { address: string }) {
  return (
    <output className="edit-embed-card" aria-label={`Loading preview of ${address}`}>
      <Skeleton className="h-5 w-2/3 rounded-sm" />
      <Skeleton className="mt-2 h-4 w-full rounded-sm" />
      <span className="story-embed-from truncate" dir="ltr">
        {address}
      </span>
    </output>
  )
}
