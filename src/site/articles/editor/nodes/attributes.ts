import type { Attribute } from '@tiptap/core'
import { type AttributeRule, type NodeRule, type NodeType, nodeRules } from '#contract/document/schema.ts'
import { MAX_URL_LENGTH, parseFrameUrl } from '#contract/document/urls.ts'
import { isId } from '#contract/id.ts'
import { isAddress, isSitePath, parseWebAddress } from './address.ts'

/** Attributes are `data-…` in copied HTML. */
export function attributesOf(type: NodeType): Record<string, Partial<Attribute>> {
  const { attrs = {} }: NodeRule = nodeRules[type]
  return Object.fromEntries(Object.entries(attrs).map(([name, rule]) => [name, dataAttribute(name, rule)]))
}

function dataAttribute(name: string, rule: AttributeRule): Partial<Attribute> {
  return {
    default: rule.default ?? null,
    parseHTML: (element) => parseAttribute(rule, element.getAttribute(`data-${name}`)),
    renderHTML: ({ [name]: value }) => (value === null ? {} : { [`data-${name}`]: String(value) }),
  }
}

/** Parses a pasted attribute. The input is untrusted, so the result is always valid. */
export function parseAttribute(rule: AttributeRule, given: string | null) {
  const valid = given === null ? null : validValue(rule, given)
  return valid ?? rule.default ?? null
}

function validValue(rule: AttributeRule, given: string): string | number | null {
  const number = Number(given)
  switch (rule.kind) {
    case 'text':
      return truncate(given, rule.max)
    case 'integer':
    case 'number': {
      const value = rule.kind === 'integer' ? Math.round(number) : number
      return given !== '' && value >= rule.min && value <= rule.max ? value : null
    }
    case 'choice':
      return rule.choices.find((choice) => String(choice) === given) ?? null
    case 'media-id':
      return isId(given) ? given : null
    case 'link':
      return isAddress(given) ? given : null
    case 'web-url':
      return parseWebAddress(given)
    case 'site-path':
      return isSitePath(given) ? given : null
    case 'frame-url':
      return given.length <= MAX_URL_LENGTH && parseFrameUrl(given, location.origin) !== null ? given : null
    default:
      // Tiptap's own nodes parse these.
      return null
  }
}

/** Without unpaired surrogates, which truncation can leave behind. */
export function truncate(text: string, max: number) {
  return text.slice(0, max).replace(/[\p{Cs}\0]/gu, '')
}
