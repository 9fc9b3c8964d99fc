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
