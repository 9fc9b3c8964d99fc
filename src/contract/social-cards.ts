import type { Story } from './reading.ts'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
/** For those who ask for something smaller. */
export const SMALL_CARD_WIDTH = 600

/** Another look of the cards needs other addresses: the old ones are kept for ever. */
const LOOK = 1

export type CardStory = Pick<Story, 'id' | 'title' | 'language'> & {
  author: { name: string; avatar: { src: string } | null }
  coAuthors: { name: string }[]
  cover: { src: string } | null
}

/** Where the drawn picture of a story is. The address changes with whatever is drawn. */
export function storyCardPath(story: CardStory, siteName: string) {
  return `/cards/story/${story.id}-${cardVersion(story, siteName)}.png`
}

export function cardVersion({ title, language, author, coAuthors, cover }: CardStory, siteName: string) {
  const people = [author, ...coAuthors].map(({ name }) => name)
  const drawn = [LOOK, siteName, title, language, cover?.src, author.avatar?.src, ...people]
  return fingerprint(JSON.stringify(drawn))
}

/** The same for the card of pages that are not stories. */
export function siteCardVersion({ name, tagline }: { name: string; tagline: string }) {
  return fingerprint(JSON.stringify([LOOK, name, tagline]))
}

/** Twice the 32-bit hash of Fowler, Noll and Vo: enough to tell two states of one story apart, and the same anywhere. */
function fingerprint(text: string) {
  return [0x811c9dc5, 0x01000193].map((start) => hash(text, start).toString(36).padStart(7, '0')).join('')
}

function hash(text: string, start: number) {
  let state = start
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return state >>> 0
}
