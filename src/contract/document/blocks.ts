// Separate from the schemas, so that the editor bundle does not include zod.
export const imageSizes = ['text', 'wide', 'full'] as const
export const calloutTones = ['note', 'tip', 'warning', 'important'] as const
/** The frame origin of each embed provider. The Content-Security-Policy allows no others. */
export const embedFrames = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
  x: 'https://platform.twitter.com',
  codepen: 'https://codepen.io',
  gist: 'https://gist.github.com',
  spotify: 'https://open.spotify.com',
} as const
export const isEmbedFrame = (address: string) =>
  URL.canParse(address) && Object.values<string>(embedFrames).includes(new URL(address).origin)
/** `link` is a card without a player. `other` occurs in older documents and is also shown as a card. */
export const embedProviders = ['youtube', 'vimeo', 'x', 'codepen', 'gist', 'spotify', 'other', 'link'] as const
export type EmbedProvider = (typeof embedProviders)[number]

/** Defaults for missing attributes. Null is not listed: it always means absent. */
export const attributeDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  heading: { level: 2 },
  orderedList: { start: 1 },
  taskItem: { checked: false },
  tableHeader: { colspan: 1, rowspan: 1 },
  tableCell: { colspan: 1, rowspan: 1 },
  callout: { tone: 'note' },
  image: { src: '', alt: '', caption: '', size: 'text' },
  gallery: { caption: '' },
  footnote: { text: '' },
  inlineMath: { latex: '' },
  blockMath: { latex: '' },
  embed: { provider: 'link', address: '', title: '', description: '', author: '', site: '' },
  button: { label: '', href: '' },
  file: { name: '', size: 0, href: '' },
}

/** Attributes that the server sets on nodes with a `media` id, overriding client values. */
export const libraryAttributes: Readonly<Record<string, readonly string[]>> = {
  image: ['src', 'width', 'height'],
  file: ['name', 'size', 'href'],
}
