import type { Attribute } from '@tiptap/core'

/** How an attribute is read from what was copied. Anything may have been pasted, so each reader has an answer to all. */
type Read<T> = (text: string | null) => T

/** An attribute that travels through the clipboard as `data-…`. */
export function dataAttribute<T extends string | number | boolean | null>(
  name: string,
  read: Read<T>,
): Partial<Attribute> {
  return {
    default: read(null),
    parseHTML: (element) => read(element.getAttribute(`data-${name}`)),
    renderHTML: ({ [name]: value }) => (value === null ? {} : { [`data-${name}`]: String(value) }),
  }
}

export const text: (longest: number) => Read<string> = (longest) => (given) =>
  wellFormed((given ?? '').slice(0, longest))

export const textOrNull: (pattern: RegExp) => Read<string | null> = (pattern) => (given) =>
  given !== null && pattern.test(given) ? given : null

export function oneOf<const T extends string>(choices: readonly T[], otherwise: NoInfer<T>): Read<T> {
  return (given) => choices.find((choice) => choice === given) ?? otherwise
}

export const wholeOrNull: Read<number | null> = (given) => {
  const number = given === null ? Number.NaN : Math.round(Number(given))
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

export const ratioOrNull: Read<number | null> = (given) => {
  const number = Number(given ?? Number.NaN)
  return number >= 0.1 && number <= 10 ? number : null
}

/** The id of something in the library, or null. */
export const mediaId = textOrNull(/^[A-Za-z0-9]{20}$/)

/** Half a surrogate pair is no character, and a cut may leave one. */
function wellFormed(given: string) {
  return given.replace(/[\p{Cs}\0]/gu, '')
}
