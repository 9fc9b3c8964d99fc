import type { Story } from './reading.ts'
import type { SiteSettings } from './settings/site.ts'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
/** For oEmbed clients that request a smaller thumbnail. */
export const SMALL_CARD_WIDTH = 600

/** Increase when the design changes: cards are cached for a year, so they need new URLs. */
const DESIGN_VERSION = 2

export type CardStory = Pick<Story, 'id' | 'title' | 'language'> & {
  author: { name: string; avatar: { src: string } | null }
  coAuthors: { name: string }[]
  cover: { src: string } | null
}

/** What every card shows of the site. */
export type CardSite = Pick<SiteSettings, 'name' | 'accent' | 'socialCards'>

/** The URL path of a story's card. It changes with everything on the card. */
export function storyCardPath(story: CardStory, site: CardSite) {
  return `/cards/story/${story.id}-${cardVersion(story, site)}.png`
}

export function cardVersion({ title, language, author, coAuthors, cover }: CardStory, site: CardSite) {
  const people = [author, ...coAuthors].map(({ name }) => name)
  const shown = site.socialCards.covers ? cover?.src : null
  const content = [DESIGN_VERSION, site.name, site.accent, title, language, shown, author.avatar?.src, ...people]
  return fingerprint(JSON.stringify(content))
}

/** For the card of pages that are not stories. */
export function siteCardVersion({ name, tagline, accent, socialCards }: CardSite & { tagline: string }) {
  return fingerprint(JSON.stringify([DESIGN_VERSION, name, tagline, accent, socialCards.picture?.src]))
}

/** Two 32-bit FNV-1a hashes: enough to distinguish versions of one story, and the same in Node and browsers. */
function fingerprint(text: string) {
  return [0x811c9dc5, 0x01000193].map((start) => hash(text, start).toString(36).padStart(7, '0')).join('')
}

function hash(text: string, start: number) {
  let state = start
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return state >>> 0
}
