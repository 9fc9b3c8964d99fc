import { calloutTones, embedProviders, imageSizes } from '#contract/document/blocks.ts'
import { Id } from '#contract/shapes.ts'
import { MAX_URL_LENGTH, parseFrameUrl, parseLink, parseSitePath } from './urls.ts'
import { stripLoneSurrogates } from './escape.ts'

/** Returns an error message, or null. */
export type Validator = (value: unknown, own: OwnSite) => string | null
/** Needed because the site's own pages must not be framed. */
export type OwnSite = { origin: string }

export function text(max: number): Validator {
  return (value) => {
    if (typeof value !== 'string') return 'Must be text.'
    return value.length > max ? `Must be at most ${max} characters.` : null
  }
}

export function integer(min: number, max: number): Validator {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? null
      : `Must be a whole number from ${min} to ${max}.`
}

export function oneOf(choices: readonly unknown[]): Validator {
  const list = choices.map(String).join(', ')
  return (value) => (choices.includes(value) ? null : `Must be one of: ${list}.`)
}

export function nullable(validate: Validator): Validator {
  return (value, own) => (value === null ? null : validate(value, own))
}

/** Unfinished blocks can be saved; readers do not see them. */
export function allowEmpty(validate: Validator): Validator {
  return (value, own) => (value === '' ? null : validate(value, own))
}

export const boolean: Validator = (value) => (typeof value === 'boolean' ? null : 'Must be true or false.')
export const mediaId: Validator = (value) => (Id.safeParse(value).success ? null : 'Must be a media id.')
export const size = oneOf(imageSizes)
export const tone = oneOf(calloutTones)
export const provider = oneOf(embedProviders)

export const link: Validator = (value) =>
  tooLong(value) ?? (parseLink(value) === null ? `“${quoted(value)}” is not an allowed link.` : null)
export const sitePath: Validator = (value) =>
  tooLong(value) ?? (parseSitePath(value) === null ? `“${quoted(value)}” is not a path on this site.` : null)
export const webUrl: Validator = (value) =>
  tooLong(value) ?? (/^https?:/.test(parseLink(value) ?? '') ? null : `“${quoted(value)}” is not a web address.`)
export const frameUrl: Validator = (value, { origin }) =>
  tooLong(value) ?? (parseFrameUrl(value, origin) === null ? `“${quoted(value)}” cannot be embedded.` : null)

/** Aspect ratio of a frame, width divided by height. */
const [MIN_RATIO, MAX_RATIO] = [0.1, 10]
export const ratio: Validator = (value) =>
  typeof value === 'number' && value >= MIN_RATIO && value <= MAX_RATIO
    ? null
    : `Must be a number from ${MIN_RATIO} to ${MAX_RATIO}.`

const MAX_COLUMNS = 100
const width = integer(0, 10_000)
export const span = integer(1, MAX_COLUMNS)
export const widths: Validator = (value, own) => {
  if (!Array.isArray(value) || value.length > MAX_COLUMNS) return 'Must be a list of widths.'
  return value.map((each) => (each === null ? null : width(each, own))).find((issue) => issue !== null) ?? null
}

export const language: Validator = (value) =>
  typeof value === 'string' && /^[\w+#.-]{0,40}$/.test(value) ? null : 'Must be a language name.'

function tooLong(value: unknown) {
  return text(MAX_URL_LENGTH)(value, { origin: '' })
}

export function quoted(value: unknown) {
  return typeof value === 'string' ? stripLoneSurrogates(value.slice(0, 60)) : typeof value
}
