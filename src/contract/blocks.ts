// Apart from the shapes, so that the editor does not carry their library.
export const imageSizes = ['text', 'wide', 'full'] as const
export const calloutTones = ['note', 'tip', 'warning', 'important'] as const
/** Whom we know how to play; `other` says so itself (oEmbed), `link` is a card and plays nothing. */
export const embedProviders = ['youtube', 'vimeo', 'x', 'codepen', 'gist', 'spotify', 'other', 'link'] as const
export type EmbedProvider = (typeof embedProviders)[number]
