/** `link` is a card without a player. `other` occurs in older documents and is also shown as a card. */
export const embedProviders = ['youtube', 'vimeo', 'x', 'codepen', 'gist', 'spotify', 'other', 'link'] as const
export type EmbedProvider = (typeof embedProviders)[number]
/** Name and frame origin of each player. The Content-Security-Policy allows no other frames. */
export const embedPlayers = {
  youtube: { name: 'YouTube', origin: 'https://www.youtube-nocookie.com' },
  vimeo: { name: 'Vimeo', origin: 'https://player.vimeo.com' },
  x: { name: 'X', origin: 'https://platform.twitter.com' },
  codepen: { name: 'CodePen', origin: 'https://codepen.io' },
  gist: { name: 'GitHub', origin: 'https://gist.github.com' },
  spotify: { name: 'Spotify', origin: 'https://open.spotify.com' },
} satisfies Record<Exclude<EmbedProvider, 'other' | 'link'>, { name: string; origin: string }>
export const embedOrigins = Object.values(embedPlayers).map(({ origin }) => origin)
const names = new Map(Object.entries(embedPlayers).map(([provider, { name }]) => [provider, name]))
/** Undefined for a provider without a player. */
export const embedProviderName = (provider: string) => names.get(provider)
export const isEmbedFrame = (address: string) => URL.canParse(address) && embedOrigins.includes(new URL(address).origin)
