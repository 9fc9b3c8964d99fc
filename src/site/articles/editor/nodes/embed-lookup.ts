import type { LinkPreview } from '#contract/links.ts'
import { hostOf } from './address.ts'
import { truncate } from './attributes.ts'
import type { EmbedAttrs } from './embed-card.tsx'
import { MAX_LABEL_LENGTH, MAX_PASSAGE_LENGTH, frameRatio } from '#contract/document/schema.ts'
import type { EditorServices } from './editor-services.ts'

/** Attributes of an embed. An unreachable address becomes a plain card. */
export async function lookUpEmbed(services: EditorServices, address: string): Promise<EmbedAttrs> {
  try {
    return toEmbedAttrs(await services.lookUpLink(address), address)
  } catch {
    // Any failure: show a card with the address alone.
    return plainEmbed(address)
  }
}

function toEmbedAttrs(
  { provider, frame, ratio, title, description, author, site }: LinkPreview,
  address: string,
): EmbedAttrs {
  return {
    provider,
    address,
    frame,
    ratio: ratio !== null && ratio >= frameRatio.min && ratio <= frameRatio.max ? ratio : null,
    title: truncate(title, MAX_LABEL_LENGTH),
    description: truncate(description, MAX_PASSAGE_LENGTH),
    author: truncate(author, MAX_LABEL_LENGTH),
    site: truncate(site, MAX_LABEL_LENGTH),
  }
}

function plainEmbed(address: string): EmbedAttrs {
  const site = hostOf(address)
  return { provider: 'link', address, frame: null, ratio: null, title: '', description: '', author: '', site }
}
