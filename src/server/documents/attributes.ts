import { calloutTones, embedProviders, imageSizes } from '#contract/document/blocks.ts'
import { Id } from '#contract/shapes.ts'
import { LONGEST_ADDRESS, frameOf, linkOf, placeOf } from './addresses.ts'
import { wellFormed } from './escape.ts'

/** What is wrong with a value, in words, or null. */
export type Check = (value: unknown, own: OwnSite) => string | null
/** The name this site is known by: its own pages are never framed. */
export type OwnSite = { origin: string }

export function words(most: number): Check {
  return (value) => {
    if (typeof value !== 'string') return 'This must be text.'
    return value.length > most ? `This can be ${most} characters long, not longer.` : null
  }
}

export function whole(least: number, most: number): Check {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? null
      : `This must be a whole number from ${least} to ${most}.`
}

export function oneOf(choices: readonly unknown[]): Check {
  const list = choices.map(String).join(', ')
  return (value) => (choices.includes(value) ? null : `This must be one of: ${list}.`)
}

export function orNull(check: Check): Check {
  return (value, own) => (value === null ? null : check(value, own))
}

/** What is not filled in yet can be kept; readers do not see it. */
export function orEmpty(check: Check): Check {
  return (value, own) => (value === '' ? null : check(value, own))
}

export const yesOrNo: Check = (value) => (typeof value === 'boolean' ? null : 'This must be true or false.')
export const mediaId: Check = (value) => (Id.safeParse(value).success ? null : 'This is not an id of the library.')
export const size = oneOf(imageSizes)
export const tone = oneOf(calloutTones)
export const provider = oneOf(embedProviders)

export const link: Check = (value) =>
  tooLong(value) ?? (linkOf(value) === null ? `“${shown(value)}” is not an address a story may point to.` : null)
export const place: Check = (value) =>
  tooLong(value) ?? (placeOf(value) === null ? `“${shown(value)}” is not a place on this site.` : null)
export const webAddress: Check = (value) =>
  tooLong(value) ?? (/^https?:/.test(linkOf(value) ?? '') ? null : `“${shown(value)}” is not the address of a page.`)
export const frame: Check = (value, { origin }) =>
  tooLong(value) ?? (frameOf(value, origin) === null ? `“${shown(value)}” cannot be shown in a frame.` : null)

/** Width by height of a frame. */
const [NARROWEST, WIDEST] = [0.1, 10]
export const ratio: Check = (value) =>
  typeof value === 'number' && value >= NARROWEST && value <= WIDEST
    ? null
    : `This must be a number from ${NARROWEST} to ${WIDEST}.`

const MOST_COLUMNS = 100
const width = whole(0, 10_000)
export const span = whole(1, MOST_COLUMNS)
export const widths: Check = (value, own) => {
  if (!Array.isArray(value) || value.length > MOST_COLUMNS) return 'This must be a list of widths.'
  return value.map((each) => (each === null ? null : width(each, own))).find((fault) => fault !== null) ?? null
}

export const language: Check = (value) =>
  typeof value === 'string' && /^[\w+#.-]{0,40}$/.test(value) ? null : 'This is not the name of a language.'

function tooLong(value: unknown) {
  return words(LONGEST_ADDRESS)(value, { origin: '' })
}

export function shown(value: unknown) {
  return typeof value === 'string' ? wellFormed(value.slice(0, 60)) : typeof value
}
