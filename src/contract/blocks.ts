// Apart from the shapes, so that the editor does not carry their library.
export const imageSizes = ['text', 'wide', 'full'] as const
export const calloutTones = ['note', 'tip', 'warning', 'important'] as const
/** Whom we know how to play; `other` says so itself (oEmbed), `link` is a card and plays nothing. */
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
