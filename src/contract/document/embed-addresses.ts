import { type EmbedProvider, embedPlayers as players } from './embeds.ts'

export type Player = { provider: EmbedProvider; frame: string; ratio: number | null }

type Parts = { host: string; path: string[]; query: URLSearchParams }
type Provider = {
  provider: EmbedProvider
  hosts: readonly string[]
  parse(parts: Parts): Omit<Player, 'provider'> | null
}

const WIDESCREEN = 16 / 9
const ID = /^[\w-]{1,64}$/
const DIGITS = /^\d{1,25}$/

const providers: Provider[] = [
  {
    provider: 'youtube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    parse({ host, path: [first = '', second = ''], query }) {
      const named = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (query.get('v') ?? '')
      const id = host === 'youtu.be' ? first : named
      if (!/^[\w-]{11}$/.test(id)) return null
      const start = seconds(query.get('t') ?? query.get('start') ?? '')
      const frame = `${players.youtube.origin}/embed/${id}${start ? `?start=${start}` : ''}`
      return { frame, ratio: first === 'shorts' ? 9 / 16 : WIDESCREEN }
    },
  },
  {
    provider: 'vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    parse({ path, query }) {
      const at = path.findIndex((part) => DIGITS.test(part))
      const id = path[at]
      if (id === undefined) return null
      // An unlisted video has a secret in its URL.
      const secret = query.get('h') ?? path[at + 1] ?? ''
      const key = /^[0-9a-f]{6,20}$/.test(secret) ? `h=${secret}&` : ''
      return { frame: `${players.vimeo.origin}/video/${id}?${key}dnt=1`, ratio: WIDESCREEN }
    },
  },
  {
    provider: 'x',
    hosts: ['x.com', 'twitter.com', 'mobile.twitter.com', 'mobile.x.com'],
    parse({ path: [, kind = '', id = ''] }) {
      if (!kind.startsWith('status') || !DIGITS.test(id)) return null
      return { frame: `${players.x.origin}/embed/Tweet.html?dnt=true&id=${id}`, ratio: null }
    },
  },
  {
    provider: 'codepen',
    hosts: ['codepen.io'],
    parse({ path: [user = '', kind = '', id = ''] }) {
      if (!['pen', 'embed', 'full', 'details'].includes(kind) || !ID.test(user) || !ID.test(id)) return null
      return { frame: `${players.codepen.origin}/${user}/embed/${id}?default-tab=result`, ratio: 3 / 2 }
    },
  },
  {
    provider: 'gist',
    hosts: ['gist.github.com'],
    parse({ path: [user = '', last = ''] }) {
      const id = last.replace(/\.(pibb|js)$/, '')
      if (!ID.test(user) || !/^[0-9a-f]{5,40}$/.test(id)) return null
      return { frame: `${players.gist.origin}/${user}/${id}.pibb`, ratio: null }
    },
  },
  {
    provider: 'spotify',
    hosts: ['open.spotify.com'],
    parse({ path }) {
      const [kind = '', id = ''] = path.filter((part) => part !== 'embed' && !part.startsWith('intl-'))
      if (!['track', 'album', 'playlist', 'artist', 'episode', 'show'].includes(kind)) return null
      if (!/^[A-Za-z0-9]{22}$/.test(id)) return null
      return { frame: `${players.spotify.origin}/embed/${kind}/${id}`, ratio: null }
    },
  },
]

/** The player for a URL of a known provider, or null. */
export function parseEmbed(address: string): Player | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = url.hostname.replace(/^www\./, '')
  const known = providers.find(({ hosts }) => hosts.includes(host))
  const path = url.pathname.split('/').filter(Boolean)
  const player = known?.parse({ host, path, query: url.searchParams })
  return known && player ? { provider: known.provider, ...player } : null
}

/** Parses `90`, `90s` and `1m30s`. */
function seconds(text: string): number {
  const [, hours, minutes, rest] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0)
}
