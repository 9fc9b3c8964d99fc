export const MAX_TOPIC_NAME = 60
export const MAX_TOPIC_SLUG = 60
export const MAX_CATEGORY_DESCRIPTION = 500
/** The most tags that one bulk action takes. */
export const MAX_BULK_TAGS = 100

/** Names that differ only in case, spaces or punctuation are one tag. */
export function tagSlug(name: string) {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_TOPIC_SLUG)
}

/** Letters without accents, digits and hyphens. Empty when the name has none of them. */
export function categorySlug(name: string) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_TOPIC_SLUG)
    .replace(/^-+|-+$/g, '')
}

/** The colours of the theme that are dark enough. */
export const themeColors = [
  { value: '#15803d', name: 'Green' },
  { value: '#14532d', name: 'Dark green' },
  { value: '#92400e', name: 'Amber' },
  { value: '#b91c1c', name: 'Red' },
  { value: '#374151', name: 'Slate' },
] as const

/** WCAG 2.2 AA for text. A category's colour also meets it where it only marks something. */
export const MIN_CONTRAST = 4.5

/** The contrast of a colour (`#rrggbb`) with a white page. */
export function contrastWithWhite(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
