import type { AttributeRule, Attributes } from '#contract/document/schema.ts'
import { MAX_URL_LENGTH, parseFrameUrl, parseLink, parseSitePath } from '#contract/document/urls.ts'
import { isId } from '#contract/id.ts'
import { stripLoneSurrogates } from './escape.ts'

/** Returns an error message, or null. */
export type Validator = (value: unknown, own: OwnSite) => string | null
/** Needed because the site's own pages must not be framed. */
export type OwnSite = { origin: string }

export type AttributeValidators = { known: ReadonlyMap<string, Validator>; required: readonly string[] }

export function attributeValidators(attrs: Attributes = {}): AttributeValidators {
  const rules = Object.entries(attrs)
  return {
    known: new Map(rules.map(([name, rule]) => [name, attributeValidator(rule)])),
    required: rules.filter(([, { required }]) => required).map(([name]) => name),
  }
}

function attributeValidator(rule: AttributeRule): Validator {
  const validate = valueValidator(rule)
  // Unfinished blocks can be saved; readers do not see them.
  const mayBeEmpty = rule.default === ''
  return (value, own) =>
    (value === null && rule.nullable) || (value === '' && mayBeEmpty) ? null : validate(value, own)
}

function valueValidator(rule: AttributeRule): Validator {
  switch (rule.kind) {
    case 'text':
      return text(rule.max)
    case 'integer':
      return integer(rule.min, rule.max)
    case 'number':
      return (value) =>
        typeof value === 'number' && value >= rule.min && value <= rule.max
          ? null
          : `Must be a number from ${rule.min} to ${rule.max}.`
    case 'choice':
      return oneOf([...rule.choices, ...(rule.nullable ? [null] : [])])
    default:
      return simpleValidators[rule.kind]
  }
}

export function text(max: number): Validator {
  return (value) => {
    if (typeof value !== 'string') return 'Must be text.'
    return value.length > max ? `Must be at most ${max} characters.` : null
  }
}

function integer(min: number, max: number): Validator {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? null
      : `Must be a whole number from ${min} to ${max}.`
}

function oneOf(choices: readonly unknown[]): Validator {
  const list = choices.map(String).join(', ')
  return (value) => (choices.includes(value) ? null : `Must be one of: ${list}.`)
}

const MAX_COLUMNS = 100
const width = integer(0, 10_000)

const simpleValidators = {
  'boolean': (value) => (typeof value === 'boolean' ? null : 'Must be true or false.'),
  'media-id': (value) => (isId(value) ? null : 'Must be a media id.'),
  'language': (value) =>
    typeof value === 'string' && /^[\w+#.-]{0,40}$/.test(value) ? null : 'Must be a language name.',
  'widths': (value, own) => {
    if (!Array.isArray(value) || value.length > MAX_COLUMNS) return 'Must be a list of widths.'
    return value.map((each) => (each === null ? null : width(each, own))).find((issue) => issue !== null) ?? null
  },
  'link': (value) =>
    tooLong(value) ?? (parseLink(value) === null ? `“${quoted(value)}” is not an allowed link.` : null),
  'site-path': (value) =>
    tooLong(value) ?? (parseSitePath(value) === null ? `“${quoted(value)}” is not a path on this site.` : null),
  'web-url': (value) =>
    tooLong(value) ?? (/^https?:/.test(parseLink(value) ?? '') ? null : `“${quoted(value)}” is not a web address.`),
  'frame-url': (value, { origin }) =>
    tooLong(value) ?? (parseFrameUrl(value, origin) === null ? `“${quoted(value)}” cannot be embedded.` : null),
} satisfies Record<string, Validator>

function tooLong(value: unknown) {
  return text(MAX_URL_LENGTH)(value, { origin: '' })
}

export function quoted(value: unknown) {
  return typeof value === 'string' ? stripLoneSurrogates(value.slice(0, 60)) : typeof value
}
