import type { LookedUp } from '#contract/links.ts'
import { hostOf } from './address.ts'
import { ratioOrNull, text } from './attributes.ts'
import type { EmbedAttrs } from './embed-card.tsx'
import { LONGEST_LINE, LONGEST_WORDS } from './limits.ts'
import type { StoryPort } from './port.ts'

/** What an embed keeps of an address. One that nobody may look at, or that cannot be reached, is a plain card. */
export async function lookUp(port: StoryPort, address: string): Promise<EmbedAttrs> {
  try {
    return kept(await port.look(address), address)
  } catch {
    // Whatever the reason, the address is worth keeping, and a card can be made of it alone.
    return bare(address)
  }
}

function kept({ provider, frame, ratio, title, description, author, site }: LookedUp, address: string): EmbedAttrs {
  return {
    provider,
    address,
    frame,
    ratio: ratio === null ? null : ratioOrNull(String(ratio)),
    title: text(LONGEST_LINE)(title),
    description: text(LONGEST_WORDS)(description),
    author: text(LONGEST_LINE)(author),
    site: text(LONGEST_LINE)(site),
  }
}

export function bare(address: string): EmbedAttrs {
  const site = hostOf(address)
  return { provider: 'link', address, frame: null, ratio: null, title: '', description: '', author: '', site }
}
