// Apart from the shapes, so that the editor does not carry their library.
export const imageSizes = ['text', 'wide', 'full'] as const
export const calloutTones = ['note', 'tip', 'warning', 'important'] as const
/** The players, and the origin of each player's frame: the only frames that the Content-Security-Policy allows. */
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
/** `link` is a card and plays nothing. `other` is stored in older documents and is shown as a card too. */
export const embedProviders = ['youtube', 'vimeo', 'x', 'codepen', 'gist', 'spotify', 'other', 'link'] as const
export type EmbedProvider = (typeof embedProviders)[number]

/** What an attribute is when a node does not name it. Null is never written here: it means absent everywhere. */
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

/** What the server sets by itself on a node that names something in the library (`media`), whatever was sent. */
export const libraryAttributes: Readonly<Record<string, readonly string[]>> = {
  image: ['src', 'width', 'height'],
  file: ['name', 'size', 'href'],
}
