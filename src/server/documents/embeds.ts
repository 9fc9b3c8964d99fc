import { type EmbedProvider, embedFrames as frames } from '#contract/document/blocks.ts'

export type Playable = { provider: EmbedProvider; frame: string; ratio: number | null }

type Parts = { host: string; path: string[]; query: URLSearchParams }
type Provider = {
  provider: EmbedProvider
  hosts: readonly string[]
  play(parts: Parts): Omit<Playable, 'provider'> | null
}

const FILM = 16 / 9
const ID = /^[\w-]{1,64}$/
const DIGITS = /^\d{1,25}$/

/** Whom we know how to play, and how their addresses are read. */
const providers: Provider[] = [
  {
    provider: 'youtube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    play({ host, path: [first = '', second = ''], query }) {
      const named = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (query.get('v') ?? '')
      const id = host === 'youtu.be' ? first : named
      if (!/^[\w-]{11}$/.test(id)) return null
      const start = seconds(query.get('t') ?? query.get('start') ?? '')
      const frame = `${frames.youtube}/embed/${id}${start ? `?start=${start}` : ''}`
      return { frame, ratio: first === 'shorts' ? 9 / 16 : FILM }
    },
  },
  {
    provider: 'vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    play({ path, query }) {
      const at = path.findIndex((part) => DIGITS.test(part))
      const id = path[at]
      if (id === undefined) return null
      // A film that is not listed has a second secret part.
      const secret = query.get('h') ?? path[at + 1] ?? ''
      const key = /^[0-9a-f]{6,20}$/.test(secret) ? `h=${secret}&` : ''
      return { frame: `${frames.vimeo}/video/${id}?${key}dnt=1`, ratio: FILM }
    },
  },
  {
    provider: 'x',
    hosts: ['x.com', 'twitter.com', 'mobile.twitter.com', 'mobile.x.com'],
    play({ path: [, kind = '', id = ''] }) {
      if (!kind.startsWith('status') || !DIGITS.test(id)) return null
      return { frame: `${frames.x}/embed/Tweet.html?dnt=true&id=${id}`, ratio: null }
    },
  },
  {
    provider: 'codepen',
    hosts: ['codepen.io'],
    play({ path: [user = '', kind = '', id = ''] }) {
      if (!['pen', 'embed', 'full', 'details'].includes(kind) || !ID.test(user) || !ID.test(id)) return null
      return { frame: `${frames.codepen}/${user}/embed/${id}?default-tab=result`, ratio: 3 / 2 }
    },
  },
  {
    provider: 'gist',
    hosts: ['gist.github.com'],
    play({ path: [user = '', last = ''] }) {
      const id = last.replace(/\.(pibb|js)$/, '')
      if (!ID.test(user) || !/^[0-9a-f]{5,40}$/.test(id)) return null
      return { frame: `${frames.gist}/${user}/${id}.pibb`, ratio: null }
    },
  },
  {
    provider: 'spotify',
    hosts: ['open.spotify.com'],
    play({ path }) {
      const [kind = '', id = ''] = path.filter((part) => part !== 'embed' && !part.startsWith('intl-'))
      if (!['track', 'album', 'playlist', 'artist', 'episode', 'show'].includes(kind)) return null
      if (!/^[A-Za-z0-9]{22}$/.test(id)) return null
      return { frame: `${frames.spotify}/embed/${kind}/${id}`, ratio: null }
    },
  },
]

/** What a frame would show of this address, when it is of somebody we know how to play. */
export function embedOf(address: string): Playable | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = url.hostname.replace(/^www\./, '')
  const known = providers.find(({ hosts }) => hosts.includes(host))
  const path = url.pathname.split('/').filter(Boolean)
  const played = known?.play({ host, path, query: url.searchParams })
  return known && played ? { provider: known.provider, ...played } : null
}

/** `90`, `90s` and `1m30s` are the same moment. */
function seconds(text: string): number {
  const [, hours, minutes, rest] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0)
}

export const providerNames: Partial<Record<string, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  x: 'X',
  codepen: 'CodePen',
  gist: 'GitHub',
  spotify: 'Spotify',
}
