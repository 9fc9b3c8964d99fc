import type { SiteConfig } from './site-config.ts'

const SESSION_SECONDS = 60 * 24 * 60 * 60
const VIEW_AS_SECONDS = 30 * 60
const DEVICE_SECONDS = 365 * 24 * 60 * 60

export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null
  }
  return null
}

export const sessionCookie = {
  name: 'bramble_session',
  seconds: SESSION_SECONDS,
  set(token: string | null, { base, origin }: SiteConfig) {
    const age = token ? SESSION_SECONDS : 0
    return `${sessionCookie.name}=${token ?? ''}; Path=${base}; Max-Age=${age}${attributes(origin)}`
  },
}

/** Beside the session of an admin who views the site as another person. */
export const viewAsCookie = {
  name: 'bramble_view_as',
  set(token: string | null, { base, origin }: SiteConfig) {
    const age = token ? VIEW_AS_SECONDS : 0
    return `${viewAsCookie.name}=${token ?? ''}; Path=${base}; Max-Age=${age}${attributes(origin)}`
  },
}

/** Sent to the API only. */
export const deviceCookie = {
  name: 'bramble_device',
  set(devices: string, { base, origin }: SiteConfig) {
    return `${deviceCookie.name}=${devices}; Path=${base}api/; Max-Age=${DEVICE_SECONDS}${attributes(origin)}`
  },
}

function attributes(origin: string) {
  return `; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
}
