import type { Attribute } from '@tiptap/core'

/** Parses a pasted attribute. The input is untrusted, so every parser returns a valid value. */
type Parse<T> = (text: string | null) => T

/** An attribute stored in copied HTML as `data-…`. */
export function dataAttribute<T extends string | number | boolean | null>(
  name: string,
  parse: Parse<T>,
): Partial<Attribute> {
  return {
    default: parse(null),
    parseHTML: (element) => parse(element.getAttribute(`data-${name}`)),
    renderHTML: ({ [name]: value }) => (value === null ? {} : { [`data-${name}`]: String(value) }),
  }
}

export const text: (longest: number) => Parse<string> = (longest) => (given) =>
  wellFormed((given ?? '').slice(0, longest))

export const textOrNull: (pattern: RegExp) => Parse<string | null> = (pattern) => (given) =>
  given !== null && pattern.test(given) ? given : null

export function oneOf<const T extends string>(choices: readonly T[], otherwise: NoInfer<T>): Parse<T> {
  return (given) => choices.find((choice) => choice === given) ?? otherwise
}

export const positiveIntegerOrNull: Parse<number | null> = (given) => {
  const number = given === null ? Number.NaN : Math.round(Number(given))
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

export const ratioOrNull: Parse<number | null> = (given) => {
  const number = Number(given ?? Number.NaN)
  return number >= 0.1 && number <= 10 ? number : null
}

export const mediaId = textOrNull(/^[A-Za-z0-9]{20}$/)

/** Removes unpaired surrogates, which truncation can leave behind. */
function wellFormed(given: string) {
  return given.replace(/[\p{Cs}\0]/gu, '')
}
